import type { Context } from "../context";
import type { AttemptRow } from "../orders/tables";
import type { Call, Driver } from "./driver";

/** As long as a call of a provider may take: one that has not answered by then is asked again later. */
export const CALL_MS = 20_000;

export const callFor = ({ now }: Pick<Context, "now">): Call => ({ signal: AbortSignal.timeout(CALL_MS), now });

type ProviderOfAttempt = Pick<AttemptRow, "id" | "provider">;

/** @throws Error where the attempt was made at a provider that is not set up any more */
export function driverFor({ drivers }: Pick<Context, "drivers">, { id, provider }: ProviderOfAttempt): Driver {
  const driver = provider === null ? undefined : drivers.get(provider);
  if (!driver) throw new Error(`Attempt ${id} is at provider ${provider ?? "none"}, which is not set up.`);
  return driver;
}
