import type { Target } from "./client";

/** One thing a payments API must do, whoever wrote it. `run` throws where it does not. */
export interface Check {
  name: string;
  run(target: Target): Promise<void>;
}
