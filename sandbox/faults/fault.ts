import { z } from "zod";
import { endpoints } from "~/upstream/contract/endpoints";

/** The kinds of faults. `none`: only the latency. */
export const FAULT_KINDS = [
  "none",
  "reset",
  "hang",
  "trickle",
  "status_500",
  "status_502",
  "status_503",
  "status_429",
  "empty",
  "html",
  "truncated",
  "wrong_types",
  "huge",
  "nested",
  "charset",
  "reset_mid_body",
  "redirect",
  "bad_gzip",
  "code_401",
  "code_403",
  "code_50008",
  "code_50012",
  "code_50014",
] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Every call by its name in the contract. */
export const FAULT_CALLS = ["all", ...Object.keys(endpoints)] as const;

/** `before`: the call has no effect. `after`: it has, and the answer is lost. */
export const FAULT_MOMENTS = ["before", "after"] as const;

const MAX_LATENCY_MS = 120_000;
const latency = z.coerce.number().int().min(0).max(MAX_LATENCY_MS);

/** A fault as sent by a form or a script. Unknown fields are errors, so that typing mistakes are reported. */
export const faultSchema = z
  .strictObject({
    call: z
      .string()
      .refine((name) => FAULT_CALLS.includes(name), "names no call of the contract")
      .default("all"),
    kind: z.enum(FAULT_KINDS).default("none"),
    moment: z.enum(FAULT_MOMENTS).default("before"),
    latency_min_ms: latency.default(0),
    latency_max_ms: latency.optional(),
    /** In seconds; for 429 and 503. */
    retry_after: z.coerce.number().int().min(0).max(86_400).default(5),
    /** Only calls whose address, body or Authorization contains this text, such as a buyer's e-mail address. */
    match: z.string().max(200).default(""),
    /** How many calls it befalls; empty: all, until it is cleared. */
    times: z
      .union([z.literal("").transform(() => null), z.null(), z.coerce.number().int().min(1).max(1e6)])
      .default(null),
  })
  .transform(({ latency_max_ms, ...fault }) => ({
    ...fault,
    latency_max_ms: Math.max(latency_max_ms ?? 0, fault.latency_min_ms),
  }))
  .refine(({ kind, latency_max_ms }) => kind !== "none" || latency_max_ms > 0, "neither spoils nor slows anything");

export type NewFault = z.output<typeof faultSchema>;

export interface Fault extends NewFault {
  id: number;
}
