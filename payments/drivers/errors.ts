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
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** A webhook that the provider did not sign, or not now. */
export class ForgedDelivery extends Error {
  override name = "ForgedDelivery";
}
