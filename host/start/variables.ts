import { type Env, readEnv } from "~/env.server";

/** Sets what only the start can know, for the app (it reads the environment on first use), and reads all of it again. */
export function setVariables(values: Readonly<Record<string, string>>): Env {
  Object.assign(process.env, values);
  return readEnv(process.env);
}
