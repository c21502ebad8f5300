// The line by the title that says whether what is typed is kept.
import { by, make } from "./dom.js";

const EVERY = 5000; // Milliseconds until the line counts anew.
let when = 0;
let problem = "";

// The time is not read out while it goes on; a problem is, once.
function parts() {
  if (!by("kept").childElementCount) {
    const told = make("span", "problem");
    told.setAttribute("role", "status");
    by("kept").append(make("span", "time"), told);
    setInterval(write, EVERY);
  }
  return by("kept").children;
}

export function state(now) {
  when = now.when ?? 0;
  problem = now.problem ?? "";
  write();
}

function write() {
  const [time, told] = parts();
  time.textContent = when && !problem ? `Kept ${ago(when)}` : "";
  if (told.textContent !== problem) told.textContent = problem;
}

// How long ago something was, in words: "3 s ago".
export function ago(when) {
  const seconds = Math.max(0, Math.round((Date.now() - when) / 1000));
  const steps = [[60, 1, "s"], [3600, 60, "minute"], [86400, 3600, "hour"], [Infinity, 86400, "day"]];
  const [, unit, name] = steps.find(([end]) => seconds < end);
  const count = Math.floor(seconds / unit);
  if (unit === 1) return count < 2 ? "just now" : `${count} s ago`;
  return `${count} ${name}${count === 1 ? "" : "s"} ago`;
}
