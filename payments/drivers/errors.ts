import type { DeclineBucket } from "~/upstream/contract/purchase-result";

/** Nobody knows whether the provider did what was asked: it did not answer in time, or not in a way that can be read. */
export class OutcomeUnknown extends Error {
  override name = "OutcomeUnknown";
}

/** The provider has done nothing, and says why. */
export class Refused extends Error {
  override name = "Refused";
  constructor(
    message: string,
    /** The provider's own code, for the log and the operator. */
    readonly code: string,
    /** What the buyer is told. */
    readonly bucket: DeclineBucket = "temporary",
    /** Of the provider's answer; undefined: it was not asked. */
    readonly status?: number,
  ) {
    super(message);
  }
}

/** A webhook that the provider did not sign, or not now. */
export class ForgedDelivery extends Error {
  override name = "ForgedDelivery";
}

/** What follows where the provider refuses; every other error goes on. */
export const onRefusal = <T, U>(answer: Promise<T>, then: (refused: Refused) => U | Promise<U>): Promise<T | U> =>
  answer.catch((error: unknown) => {
    if (error instanceof Refused) return then(error);
    throw error;
  });

/** For questions: one that is refused says nothing of what it is about. @throws OutcomeUnknown instead of Refused */
export const unlessRefused = <T>(answer: Promise<T>): Promise<T> =>
  onRefusal(answer, (cause) => {
    throw new OutcomeUnknown(cause.message, { cause });
  });

/** Undefined: the provider knows no such thing, or not any more. */
export const ifKnown = <T>(answer: Promise<T>): Promise<T | undefined> =>
  onRefusal(answer, (refused) => {
    if (refused.status !== 404) throw refused;
    return undefined;
  });
