import { json, redirect, type TypedResponse } from "@remix-run/node";
import { z } from "zod";
import { recordError } from "~/analytics/record-event.server";
import type { FieldError } from "~/forms/error-summary";
import { translate } from "~/i18n/messages.server";
import { log } from "~/log.server";
import { paths } from "~/paths";
import type { SentForm } from "~/receipts/mailed-link.server";
import { receiptKey } from "~/receipts/receipt-key.server";
import { isOver, ownerName, receiptAsker } from "~/receipts/receipt-owner.server";
import { seal, unseal } from "~/sealing.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import type { InvoiceOwner } from "~/upstream/contract/invoices";
import { endOlderLinks } from "~/upstream/invoices.server";
import { loggingIn } from "~/visitor/identity/auth.server";

/** The id of the form, where what was wrong leads. */
const END_LINKS = "end-links";

/** Why older links were not ended, or that nobody knows. */
export interface EndLinksAnswer {
  kind: "endLinks";
  heading: string;
  errors: FieldError[];
}

/**
 * Ends all older links and keys of the account that is open, and leads to its receipts by a new key. What was signed in here by one of
 * them is signed out. Null: the page says by itself why nothing was done. Never throws UpstreamError.
 */
export async function answerEndLinks({
  lang,
  request,
  visitor,
}: Pick<SentForm, "lang" | "request" | "visitor">): Promise<TypedResponse<EndLinksAnswer | null>> {
  const asker = await receiptAsker(request, visitor);
  // What was paid in this browser are orders.
  if (asker.kind !== "owner" || asker.by === "browser") return json(null, 403);
  const { requestId } = visitor;
  try {
    const owner = await endOlderLinks(asker.owners[0], asker.caller);
    log.info({ requestId }, "older links of an account were ended");
    const target = paths.receipts(lang, { key: await receiptKey(owner), done: await sealEnded(owner) });
    // Whoever is signed in to that account is so no more; a key may be another account's.
    const isOwn = asker.by === "link" || visitor.session?.user_id === owner.user_id;
    const headers = new Headers(
      (isOwn ? await loggingIn(request) : []).map((cookie): [string, string] => ["Set-Cookie", cookie]),
    );
    return redirect(target, { status: 303, headers });
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ requestId, reason: error.kind }, "older links of an account were not ended");
    return isOver(error) ? json(null, 403) : notEnded(error, { lang, request });
  }
}

/** Links that may have ended are never reported as not ended. */
function notEnded(
  { kind, status = 500, retryAfter }: UpstreamError,
  { lang, request }: Pick<SentForm, "lang" | "request">,
) {
  const isUnsure = kind !== "circuit_open" && (kind !== "refused" || status >= 500);
  const problem = isUnsure ? "unsure" : "failed";
  recordError(request, problem);
  const t = translate(lang);
  const errors = [{ field: END_LINKS, message: t(`receipts:endLinks.${problem}`) }];
  const headers = retryAfter === undefined ? undefined : { "Retry-After": String(retryAfter) };
  const heading = t("form-answers:headings.problem");
  return json<EndLinksAnswer>({ kind: "endLinks", heading, errors }, { status: isUnsure ? 504 : 503, headers });
}

const ended = z.object({ owner: z.string(), at: z.number().int() });

/** After this time the page no longer says so, in case the address was kept. */
const SAID_MS = 60 * 60_000;

/** Sealed, so that nobody can forge an address that says so. */
const sealEnded = (owner: InvoiceOwner): Promise<string> =>
  seal("linksEnded", { owner: ownerName(owner), at: Date.now() });

/** Whether the page's address says that all links but this owner's were just ended. */
export async function hasEndedLinks(
  request: Request,
  [owner]: readonly [InvoiceOwner, ...InvoiceOwner[]],
): Promise<boolean> {
  const text = new URL(request.url).searchParams.get("done");
  const found = text === null ? undefined : await unseal("linksEnded", ended, text);
  return found !== undefined && found.owner === ownerName(owner) && Date.now() - found.at < SAID_MS;
}
