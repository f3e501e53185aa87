import { type Env, readEnv } from "~/env.server";

/** Sets variables that are known only after start, for the app, which reads the environment later; rereads all. */
export function setVariables(values: Readonly<Record<string, string>>): Env {
  Object.assign(process.env, values);
  return readEnv(process.env);
}
