import { spawnSync } from "node:child_process";

/** Whether this machine has a tool; checks by tools it does not have are left out. */
export const isInstalled = (tool: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${tool}`], { stdio: "ignore" }).status === 0;
