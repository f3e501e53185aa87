import { z } from "zod";
import { env } from "~/env.server";
import { frontId } from "~/upstream/contract/values/scalars";
import { BATCH_BYTES, BATCH_VIEWS, type ViewBatch } from "./batch";

/** An address of the site as a browser tells it, as a whole URL. */
const ownAddress = z
  .string()
  .max(2048)
  .regex(/^\/(?![/\\])/, "must be a path of this site")
  .transform((text, context) => {
    const url = URL.parse(text, env().publicOrigin);
    if (url?.origin === env().publicOrigin) return url;
    context.addIssue({ code: "custom", message: "must be a path of this site" });
    return z.NEVER;
  });

/** The page's address on this site; undefined where it is none. */
export const readAddress = (text: string | null): URL | undefined => ownAddress.safeParse(text).data;

const time = z.number().int().safe().positive();

const viewBatch = z.strictObject({
  front_id: frontId,
  sent_at: time,
  is_ipad: z.literal(true).optional(),
  views: z
    .array(z.strictObject({ id: z.uuid(), at: time, address: ownAddress }))
    .min(1)
    .max(BATCH_VIEWS),
}) satisfies z.ZodType<unknown, ViewBatch>;
export type ReadBatch = z.output<typeof viewBatch>;

type Read =
  | { ok: true; batch: ReadBatch }
  /** `detail`: what is wrong, in English, for whoever writes the script. */
  | { ok: false; status: 400 | 413 | 422; detail: string };

/** Reads what a browser has sent: nothing that is not exactly a batch of views. */
export function readBatch(text: string): Read {
  if (Buffer.byteLength(text) > BATCH_BYTES)
    return { ok: false, status: 413, detail: `longer than ${BATCH_BYTES} bytes` };
  const content = parsed(text);
  if (content === undefined) return { ok: false, status: 400, detail: "not JSON" };
  const read = viewBatch.safeParse(content);
  return read.success ? { ok: true, batch: read.data } : { ok: false, status: 422, detail: detailOf(read.error) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LONGEST_DETAIL = 200;

function detailOf({ issues }: z.ZodError): string {
  const [first] = issues;
  return `${first?.path.join(".") || "the batch"}: ${first?.message ?? "wrong"}`.slice(0, LONGEST_DETAIL);
}

/** What a browser kept for longer while it was offline is not told any more. */
const OLDEST_MS = 2 * 24 * 60 * 60 * 1000;

/**
 * When a view was, by the server's clock: the browser's clock is as wrong now as it was then. A view of the future was now.
 * Undefined where it is too old to be told.
 * @param at by the browser's clock, as `sent_at`; all in milliseconds
 */
export function correctedTime(at: number, sentAt: number, now: number): number | undefined {
  const corrected = Math.min(at + (now - sentAt), now);
  return corrected < now - OLDEST_MS ? undefined : corrected;
}
