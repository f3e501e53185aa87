// @ts-check
// Ends what the fleet has started, however the fleet itself ends: it reads on its input who runs, and acts once that is closed,
// which a crash and kill -9 do, too.
import { rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";

/** Leaders of process groups that have not ended. */
const running = new Set();
/** Removed at the end. */
let folder = "";

for await (const line of createInterface(process.stdin)) {
  const [word, ...rest] = line.split(" ");
  const value = rest.join(" ");
  if (word === "began") running.add(Number(value));
  if (word === "ended") running.delete(Number(value));
  if (word === "folder") folder = value;
}

for (const pid of running) signalGroup(pid, "SIGKILL");
for (const pid of running) while (signalGroup(pid, 0)) await setTimeout(20);
if (folder !== "") rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/**
 * False where nobody is in that group.
 * @param {number} pid
 * @param {NodeJS.Signals | 0} signal
 */
function signalGroup(pid, signal) {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}
