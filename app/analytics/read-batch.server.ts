import { z } from "zod";
import { env } from "~/env.server";
import { frontId } from "~/upstream/contract/values/scalars";
import { BATCH_BYTES, BATCH_VIEWS } from "./view-batch";

/** An address of this site as a browser sends it, as a whole URL. */
const pageAddress = z
  .string()
  .max(2048)
  .regex(/^\/(?![/\\\s])/, "must be a path of this site")
  .transform((address) => new URL(env().publicOrigin + address));

/** The page's address on this site; undefined where it is none. */
export const readAddress = (text: string | null): URL | undefined => pageAddress.safeParse(text).data;

/** By the browser's clock: milliseconds since 1970. */
const browserTime = z.number().int().safe().positive();

/** `id`: the event's; a document's first view has the id of its request, where the browser knows it. */
const view = z.strictObject({ id: z.uuid(), at: browserTime, address: pageAddress });
export type View = z.input<typeof view>;

/** What a browser stored for longer while it was offline is not recorded any more. */
const OLDEST_VIEW_MS = 2 * 24 * 60 * 60 * 1000;

/** What a browser sends to /events: page views, and its clock's time, because that clock may be wrong. */
const viewBatch = z
  .strictObject({
    /** The browser's id for analytics: local storage's `userId`. */
    front_id: frontId.optional(),
    /** Where it has none: the id of the document's request, from which its id follows. */
    document: z.uuid().optional(),
    sent_at: browserTime,
    views: z.array(view).min(1).max(BATCH_VIEWS),
  })
  .transform(({ sent_at, views, ...browser }) => {
    const now = Date.now();
    // The browser's clock was as wrong then as it is now. A view of the future was now.
    const corrected = views.map((one) => ({ ...one, at: Math.min(one.at + now - sent_at, now) }));
    return { ...browser, views: corrected.filter(({ at }) => at >= now - OLDEST_VIEW_MS) };
  });
export type ViewBatch = z.input<typeof viewBatch>;

/** `detail`: what is wrong, in English, for whoever writes the script. */
type BatchReading =
  | { ok: true; batch: z.output<typeof viewBatch> }
  | { ok: false; status: 400 | 413 | 422; detail: string };

/** Reads what a browser has sent, nothing that is not exactly a batch of views; their times become the server's. */
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
