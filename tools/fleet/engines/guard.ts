import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A process of its own that ends everything the fleet has started as soon as the fleet has ended, in whatever way. */
export interface Guard {
  /** A process group runs, led by this process. */
  began(pid: number): void;
  ended(pid: number): void;
  /** Ends what still runs, and removes the fleet's folder if it was named. */
  close(): Promise<void>;
}

/** @param folder removed at the end; undefined: it is kept */
export function startGuard(folder: string | undefined): Guard {
  // Detached: an interrupt in the terminal is for the fleet alone.
  const child = spawn(process.execPath, [join(import.meta.dirname, "guard-process.mjs")], {
    detached: true,
    stdio: ["pipe", "ignore", "inherit"],
  });
  const closed = once(child, "close");
  const tell = (line: string): void => void child.stdin.write(`${line}\n`);
  if (folder !== undefined) tell(`folder ${folder}`);
  return {
    began: (pid) => tell(`began ${pid}`),
    ended: (pid) => tell(`ended ${pid}`),
    close: async () => {
      child.stdin.end();
      await closed;
    },
  };
}
