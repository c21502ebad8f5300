// The line next to the title, which says whether the changes are stored.
import { by, make } from "./dom.js";

const EVERY = 5000; // Milliseconds until the line shows a new time.
let when = 0;
let problem = "";

// Returns two elements, one for the time and one for a problem. Screen readers announce the problem, but not the
// changing time.
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

// Returns in words how much time has passed, such as "3 s ago".
export function ago(when) {
  const seconds = Math.max(0, Math.round((Date.now() - when) / 1000));
  const steps = [[60, 1, "s"], [3600, 60, "minute"], [86400, 3600, "hour"], [Infinity, 86400, "day"]];
  const [, unit, name] = steps.find(([end]) => seconds < end);
  const count = Math.floor(seconds / unit);
  if (unit === 1) return count < 2 ? "just now" : `${count} s ago`;
  return `${count} ${name}${count === 1 ? "" : "s"} ago`;
}
