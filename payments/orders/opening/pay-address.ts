import type { AttemptRow } from "../tables";

/** Where an attempt's buyer pays; undefined where it is not known yet, or nothing is to be paid. */
export const payAddress = (origin: string, { pay_at }: Pick<AttemptRow, "pay_at">): string | undefined =>
  pay_at === null ? undefined : new URL(pay_at, origin).href;
