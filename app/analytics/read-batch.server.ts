import { z } from "zod";
import { env } from "~/env.server";
import { frontId } from "~/upstream/contract/values/scalars";
import { BATCH_BYTES, BATCH_VIEWS, type ViewBatch } from "./view-batch";

/** An address of this site as a browser sends it, as a whole URL. */
const pageAddress = z
  .string()
  .max(2048)
  .regex(/^\/(?![/\\\s])/, "must be a path of this site")
  .transform((address) => new URL(env().publicOrigin + address));

/** The page's address on this site; undefined where it is none. */
export const readAddress = (text: string | null): URL | undefined => pageAddress.safeParse(text).data;

const time = z.number().int().safe().positive();
const view = z.strictObject({ id: z.uuid(), at: time, address: pageAddress });
const viewBatch = z.strictObject({
  front_id: frontId,
  sent_at: time,
  is_ipad: z.literal(true).optional(),
  views: z.array(view).min(1).max(BATCH_VIEWS),
}) satisfies z.ZodType<unknown, ViewBatch>;
export type ReadBatch = z.output<typeof viewBatch>;

/** `detail`: what is wrong, in English, for whoever writes the script. */
type BatchReading = { ok: true; batch: ReadBatch } | { ok: false; status: 400 | 413 | 422; detail: string };

/** Reads what a browser has sent: nothing that is not exactly a batch of views. */
export function readBatch(text: string): BatchReading {
  if (Buffer.byteLength(text) > BATCH_BYTES)
    return { ok: false, status: 413, detail: `longer than ${BATCH_BYTES} bytes` };
  try {
    const { data, error } = viewBatch.safeParse(JSON.parse(text));
    return data ? { ok: true, batch: data } : { ok: false, status: 422, detail: detailOf(error) };
  } catch {
    return { ok: false, status: 400, detail: "not JSON" };
  }
}

const LONGEST_DETAIL = 200;
const detailOf = ({ issues: [first] }: z.ZodError): string =>
  `${first?.path.join(".") || "the batch"}: ${first?.message ?? "wrong"}`.slice(0, LONGEST_DETAIL);

/** What a browser stored for longer while it was offline is not recorded any more. */
const OLDEST_VIEW_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * When a view was, by the server's clock: the browser's clock is as wrong now as it was then. A view of the future was now.
 * Undefined where it is too old to be recorded.
 * @param at by the browser's clock, as `sentAt`; all in milliseconds
 */
export function correctedTime(at: number, sentAt: number, now: number): number | undefined {
  const corrected = Math.min(at + (now - sentAt), now);
  return corrected < now - OLDEST_VIEW_MS ? undefined : corrected;
}
