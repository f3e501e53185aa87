import { spawnSync } from "node:child_process";
import { needs } from "../../tests/setup/report/needs";

/** Options of tests that run only where a tool is installed. */
export const needsTool = (tool: string) =>
  needs(tool, spawnSync("sh", ["-c", `command -v ${tool}`], { stdio: "ignore" }).status === 0);
