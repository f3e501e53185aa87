import { z } from "zod";
import { agreement } from "~/upstream/contract/agreement";
import type { AttemptRow } from "./tables";

/** What a buyer agreed to with an attempt: in which language, to which version of the terms, and when (milliseconds since 1970). */
const agreed = agreement.extend({
  language: z.string().nullable(),
  terms_version: z.string().nullable(),
  agreed_at: z.number(),
});
export type Agreed = z.output<typeof agreed>;

/** What was agreed with an attempt; undefined where its purchase said nothing of it. */
export const agreedWith = ({ agreement: stored }: Pick<AttemptRow, "agreement">): Agreed | undefined =>
  stored === null ? undefined : agreed.parse(JSON.parse(stored));
