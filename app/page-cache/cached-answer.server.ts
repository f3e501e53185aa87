import { LRUCache } from "lru-cache";
import Negotiator from "negotiator";
import { isShownNow } from "~/analytics/after-answer.server";
import { recordLater } from "~/analytics/event-queue.server";
import { frontIdCookie, frontIdIn, recordView } from "~/analytics/record-event.server";
import { payFields } from "~/checkout/form-fields.server";
import { emailFields } from "~/forms/guarded-email.server";
import { visitorFieldsHtml } from "~/forms/visitor-fields";
import { needsToken, tokenOf } from "~/security/forms.server";
import { ENCODINGS, type Encoding, type PageBytes } from "./page-bytes.server";
import { factsOf, headerOf, type Variant, type Visit } from "./variant.server";

type HeaderLines = readonly (readonly [name: string, value: string])[];

export interface CachedPage {
  bytes: PageBytes;
  headers: HeaderLines;
  /** In milliseconds since 1970. */
  madeAt: number;
  freshUntil: number;
  /** Record what a visitor has seen who is shown it. */
  events: readonly ((request: Request, at: number) => void)[];
}

/** An answer out of the cache. */
export interface CachedAnswer {
  status: 200 | 304;
  headers: HeaderLines;
  cookies: readonly string[];
  body: Buffer | undefined;
}

/** The request as loaders get it; made only where it is needed. */
export type ToRequest = () => Request;

/** The page as one visitor gets it. */
export async function answerWith(
  { bytes, headers, events }: CachedPage,
  variant: Variant,
  visit: Visit,
  toRequest: ToRequest,
): Promise<CachedAnswer> {
  if (variant.mayTrack) recordSeen(variant.choices.isLight ? [...events, recordLightView] : events, toRequest);
  const { cookies, ...ids } = idsOf(variant, factsOf(visit).requestId);
  const { etag, fields } = bytes;
  if (etag !== undefined && isNamed(etag, headerOf(visit, "if-none-match")))
    return { status: 304, headers: [...headers, ["etag", etag]], cookies, body: undefined };
  const own = fields === undefined ? variant.values : { ...variant.values, fields: newFields({ ...fields, ...ids }) };
  const encoding = encodingFor(headerOf(visit, "accept-encoding"));
  const lines: [string, string][] = headers.map(([name, value]) => [name, value]);
  if (etag !== undefined) lines.push(["etag", etag]);
  if (encoding !== "identity") lines.push(["content-encoding", encoding]);
  return { status: 200, headers: lines, cookies, body: await bytes.encoded(encoding, own) };
}

/** What a visitor has opened is recorded as if it had been rendered for them. */
function recordSeen(events: CachedPage["events"], toRequest: ToRequest): void {
  if (events.length === 0) return;
  const at = Date.now();
  recordLater(() => {
    const request = toRequest();
    isShownNow(request);
    for (const record of events) record(request, at);
  });
}

const recordLightView = (request: Request, at: number): void => recordView(request, { at });

/** What the visitor is known by, and the cookies that give it to a browser that has none. */
function idsOf({ page, choices, mayTrack, cookie, arrivalCookies }: Variant, requestId: string) {
  // As in root.tsx.
  const mayNeedToken = needsToken(page) || choices.member !== undefined;
  const { token, setCookie } = mayNeedToken ? tokenOf(cookie("csrf"), requestId) : NO_TOKEN;
  const frontId = mayTrack ? frontIdIn(cookie("userId"), requestId) : "";
  const idCookie = mayTrack ? frontIdCookie(cookie("userId"), frontId) : undefined;
  const cookies = [...arrivalCookies, setCookie, idCookie].filter((one) => one !== undefined);
  return { browser: token, frontId, cookies };
}

const NO_TOKEN: ReturnType<typeof tokenOf> = { token: "", setCookie: undefined };

interface WantedFields {
  /** As the page says, see forms/visitor-fields.tsx. */
  kind: string;
  names: readonly string[];
  /** The browser's secret, see Visitor. */
  browser: string;
  /** The browser's id for analytics. */
  frontId: string;
}

/** New hidden fields for a visitor, as they stand in the page. @throws for a kind that no cached page has */
function newFields({ kind, names, browser, frontId }: WantedFields): string {
  const has = (name: string) => names.includes(name);
  switch (kind) {
    case "pay": {
      const made = payFields({ browser, isGuarded: has("stamp"), frontId: has("front_id") ? frontId : undefined });
      return visitorFieldsHtml(made.fields);
    }
    case "subscriptionLink":
      return visitorFieldsHtml(emailFields(kind, browser).fields);
    default:
      throw new Error(`no visitor's fields of the kind ${kind}`);
  }
}

function encodingFor(accepted: string | null): Encoding {
  if (accepted === null) return "identity";
  const known = encodings.get(accepted) ?? negotiated(accepted);
  if (accepted.length <= LONGEST_REMEMBERED) encodings.set(accepted, known);
  return known;
}

const encodings = new LRUCache<string, Encoding>({ max: 100 });
const LONGEST_REMEMBERED = 64;

function negotiated(accepted: string): Encoding {
  // Browsers name gzip first, and want all of theirs alike.
  const welcome = new Negotiator({ headers: { "accept-encoding": accepted } }).encodings([...ENCODINGS]);
  return ENCODINGS.find((encoding) => welcome.includes(encoding)) ?? "identity";
}

/** Compares weakly, as for GET. */
const isNamed = (etag: string, named: string | null): boolean =>
  named?.split(",").some((one) => one.trim() === etag || one.trim() === "*") ?? false;
