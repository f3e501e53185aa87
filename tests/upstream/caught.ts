import { UpstreamError } from "~/upstream/client/upstream-error";

/** The UpstreamError a call ends in. */
export async function caught(call: Promise<unknown>): Promise<UpstreamError> {
  const outcome = await call.then(
    () => "an answer",
    (error: unknown) => error,
  );
  if (outcome instanceof UpstreamError) return outcome;
  throw new Error("expected an UpstreamError", { cause: outcome });
}
