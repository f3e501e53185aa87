import { z } from "zod";
import { email, instantRead, optional, yesOrNo } from "~/upstream/contract/values/scalars";
import { type Endpoint, PROVIDERS_PATH } from "./endpoint";

export const DECLARATION_KINDS = ["cancel", "withdraw"] as const;
export type DeclarationKind = (typeof DECLARATION_KINDS)[number];

/** Ordinary cancelling needs no reason. */
export const CANCELLATION_MANNERS = ["ordinary", "extraordinary"] as const;
export type CancellationManner = (typeof CANCELLATION_MANNERS)[number];

/** The most characters that the fields may have. */
export const DECLARATION_LENGTHS = { name: 100, contract: 200, reason: 500 } as const;

const text = (longest: number) => z.string().trim().min(1).max(longest);

/** What somebody declares whom nothing proves to be the owner of a contract. */
export const declaration = z.object({
  kind: z.enum(DECLARATION_KINDS),
  name: text(DECLARATION_LENGTHS.name),
  /** In the person's own words: an order number, or what they bought and when. */
  contract: text(DECLARATION_LENGTHS.contract),
  /** Where the confirmation goes. */
  email,
  /** Of a cancellation; missing: ordinary. */
  manner: z.enum(CANCELLATION_MANNERS).optional(),
  /** Never missing where it is extraordinary. */
  reason: text(DECLARATION_LENGTHS.reason).optional(),
  /** The day on which a cancelled contract is to end (ISO 8601); missing: as soon as possible. */
  end_on: z.iso.date().optional(),
});
export type Declaration = z.output<typeof declaration>;

/**
 * It is valid whether or not a contract is found, so it is stored for the operator, and the answer is the same for every address. The
 * address gets a mail with what was declared and when.
 */
export const declare = {
  method: "POST",
  path: `${PROVIDERS_PATH}/be/declarations`,
  summary:
    "Store a cancellation or withdrawal that somebody declares without proof of a contract, and confirm it by mail",
  body: declaration.extend({ language: z.string().max(16).optional() }),
  answer: z.object({
    /** When it was first received: without that nothing is confirmed. */
    declared_at: instantRead,
    /** False: the confirmation is not mailed, because the address was sent many lately. */
    mailed: optional(yesOrNo),
  }),
  repeat: "with-key",
} as const satisfies Endpoint;
