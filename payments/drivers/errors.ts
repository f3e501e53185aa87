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

/** Undefined where the provider refuses for one of these reasons, by status or code: 404 for what it does not know, or not any more. */
export const orUndefined = <T>(answer: Promise<T>, ...reasons: readonly (string | number)[]): Promise<T | undefined> =>
  onRefusal(answer, (refused) => {
    if (!reasons.includes(refused.code) && !reasons.includes(refused.status ?? "")) throw refused;
    return undefined;
  });

/** Twice is once, of what a provider refuses the second time: then it is asked whether it is so. @throws OutcomeUnknown | Refused */
export const unlessSo = <T>(answer: Promise<T>, isSo: () => Promise<boolean>): Promise<T | undefined> =>
  onRefusal(answer, async (refused) => {
    if (!(await isSo())) throw refused;
    return undefined;
  });
