import { onTestFinished } from "vitest";
import { type Env, env } from "~/env.server";

/** Changes the environment for the test that is running. */
export function changeEnv(changes: Partial<Env>): void {
  const before = { ...env() };
  Object.assign(env(), changes);
  onTestFinished(() => {
    Object.assign(env(), before);
  });
}
