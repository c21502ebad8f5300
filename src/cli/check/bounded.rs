//! Files that anybody may have made are read by a process of their own, with bounds: it lowers its own memory, and is
//! ended when it takes too long. Whatever such a file does, one message comes of it.

use std::io::Read;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::cli::Status;
use crate::cli::output::Output;
use crate::diag::{Diagnostic, Report, Sources, codes};

/// How long reading may take.
const SECONDS: u64 = 18;
/// How many bytes the process may have for its data.
#[cfg(unix)]
const BYTES: u64 = 900 << 20;
/// How often it is asked whether it has ended.
const ASK: Duration = Duration::from_millis(4);

/// Lowers the bounds of this process.
pub fn lower() {
    // Where a system has no such bound, time is still bounded from outside.
    #[cfg(unix)]
    {
        let _ = rlimit::Resource::DATA.set(BYTES, BYTES);
        let _ = rlimit::Resource::CORE.set(0, 0);
    }
}

/// Does what was asked for in another process, and passes on what that says. None where no process can be had.
pub fn run(files: &[PathBuf], output: &mut Output) -> Option<Status> {
    let program = std::env::current_exe().ok()?;
    let mut command = Command::new(program);
    command.args(std::env::args_os().skip(1)).arg("--bounded");
    if output.is_coloured() {
        command.arg("--coloured");
    }
    let child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.ok()?;
    let result = child.stdout.take().map(|pipe| thread::spawn(|| all(pipe)));
    let diagnostics = child.stderr.take().map(|pipe| thread::spawn(|| all(pipe)));
    let code = wait(&mut child);
    let said = |pipe: Option<thread::JoinHandle<Vec<u8>>>| {
        pipe.and_then(|reader| reader.join().ok()).unwrap_or_default()
    };
    let (result, diagnostics) = (said(result), said(diagnostics));
    let status = match code {
        Ok(Some(0)) => Status::Well,
        Ok(Some(1)) => Status::Faults,
        Ok(Some(2)) => Status::Wrong,
        ended => {
            let what = match files {
                [one] => one.display().to_string(),
                _ => "one of these files".to_owned(),
            };
            let why = match ended {
                Err(()) => format!("that takes more than {SECONDS} seconds"),
                Ok(_) => "that takes more memory than there may be, or cannot be done at all".to_owned(),
            };
            let message = format!("{what} cannot be read: {why}");
            let wrong = Diagnostic::error(codes::UNBOUNDED, message);
            output.report(&Report::from(wrong), &Sources::default());
            return Some(output.finish(Status::Wrong));
        }
    };
    output.pass_on(&result, &diagnostics);
    Some(status)
}

fn all(mut pipe: impl Read) -> Vec<u8> {
    let mut bytes = Vec::new();
    // What was said until then counts.
    let _ = pipe.read_to_end(&mut bytes);
    bytes
}

/// How the process ended: its own code, none if it was ended by the system, an error if it was by us.
fn wait(child: &mut Child) -> Result<Option<i32>, ()> {
    let start = Instant::now();
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Ok(status.code()),
            Ok(None) if start.elapsed() > Duration::from_secs(SECONDS) => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(());
            }
            Ok(None) => thread::sleep(ASK),
            Err(_) => return Ok(None),
        }
    }
}
