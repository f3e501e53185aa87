import { json, redirect, type TypedResponse } from "@remix-run/node";
import { z } from "zod";
import { recordError } from "~/analytics/record-event.server";
import { retryHeaders } from "~/errors/errors.server";
import { addressNotice } from "~/forms/address-notice.server";
import type { FieldError } from "~/forms/error-summary";
import { translate } from "~/i18n/messages.server";
import { log } from "~/log.server";
import type { SentForm } from "~/mailed-links/mailed-link.server";
import { isOver } from "~/owners/ask-owners.server";
import { ownerName, receiptKey, whoAsks } from "~/owners/who-asks.server";
import { paths } from "~/paths";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { endOlderLinks } from "~/upstream/invoices.server";
import { loggingIn } from "~/visitor/identity/auth.server";

/** The id of the form, where what was wrong leads. */
const END_LINKS = "end-links";

/** The owner whose links are all that were not just ended; see ownerName. */
export const linksEnded = addressNotice(z.string(), { purpose: "linksEnded", param: "done" });

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
  const asker = await whoAsks(request, visitor);
  // What was paid in this browser are orders.
  if (asker.kind !== "owners" || asker.by === "browser") return json(null, 403);
  const { requestId } = visitor;
  try {
    const owner = await endOlderLinks(asker.owners[0], asker.caller);
    log.info({ requestId }, "older links of an account were ended");
    const target = paths.receipts(lang, {
      key: await receiptKey(owner),
      done: await linksEnded.seal(ownerName(owner)),
    });
    // Whoever is signed in to that account is so no more; a key may be another account's.
    const isSignedIn = asker.by === "link" || visitor.session?.user_id === owner.user_id;
    const headers = new Headers(
      (isSignedIn ? await loggingIn(request) : []).map((cookie): [string, string] => ["Set-Cookie", cookie]),
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
  const outcome = isUnsure ? "unsure" : "failed";
  recordError(request, outcome);
  const t = translate(lang);
  const errors = [{ field: END_LINKS, message: t(`receipts:endLinks.${outcome}`) }];
  const heading = t("form-answers:headings.problem");
  return json<EndLinksAnswer>(
    { kind: "endLinks", heading, errors },
    { status: isUnsure ? 504 : 503, headers: retryHeaders(retryAfter) },
  );
}
