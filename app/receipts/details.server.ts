import { json, redirect, type TypedResponse } from "@remix-run/node";
import { z } from "zod";
import { recordError } from "~/analytics/record-event.server";
import { problem, retryHeaders } from "~/errors/errors.server";
import { addressNotice } from "~/forms/address-notice.server";
import type { FieldError } from "~/forms/error-summary";
import { formatDay } from "~/i18n/dates";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { waitText } from "~/i18n/wait.server";
import { log } from "~/log.server";
import type { SentForm } from "~/mailed-links/mailed-link.server";
import { isOver } from "~/owners/ask-owners.server";
import { ownerName, whoAsks } from "~/owners/who-asks.server";
import { paths } from "~/paths";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import { UpstreamError, wasNeverTaken } from "~/upstream/client/upstream-error";
import { lastWholeDay, type Whereabouts } from "~/upstream/contract/deadlines";
import { type BilledTo, DETAILS_LENGTHS, type Invoice } from "~/upstream/contract/invoices";
import { readVatId } from "~/upstream/contract/values/vat-id.server";
import { detailInvoice } from "~/upstream/invoices.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { OwnedInvoice } from "./load-receipts.server";

const FIELDS = ["name", "company", "address", "vat_id"] as const;
type Field = (typeof FIELDS)[number];

/** The form in which a buyer says whom the receipt is made out to. */
export interface DetailsView {
  /** The version that it is filled in on. */
  version: number;
  values: Partial<Record<Field, string>>;
  /** Until when, in words. */
  until?: string;
}

/** Undefined where the payments API takes none, or no more. */
export async function detailsView(
  lang: LocaleCode,
  invoice: Invoice,
  { visitor, place }: { visitor: Visitor; place: Whereabouts },
): Promise<DetailsView | undefined> {
  const { billed_to: billedTo = {}, version = 1, details_until: until, details_day: day } = invoice;
  if (until !== undefined && Date.parse(until) <= Date.now()) return undefined;
  if (!(await hasOptionalCall("details", visitor.caller, visitor))) return undefined;
  const lastDay = day ?? (until === undefined ? undefined : lastWholeDay(Date.parse(until), place));
  return {
    version,
    values: { ...billedTo, address: billedTo.address?.join("\n") },
    until:
      lastDay === undefined ? undefined : translate(lang)("receipts:details.until", { day: formatDay(lang, lastDay) }),
  };
}

/** The owner (see ownerName) and the invoice that a version was just made of. */
const detailsSaved = addressNotice(z.string(), { purpose: "detailsSaved", param: "done" });

const noticeOf = ({ owner, invoice_id }: Pick<OwnedInvoice, "owner" | "invoice_id">) =>
  `${ownerName(owner)} ${invoice_id}`;

/** Whether a version of this invoice was just made. */
export const isJustDetailed = async (request: Request, invoice: OwnedInvoice): Promise<boolean> =>
  (await detailsSaved.read(request)) === noticeOf(invoice);

/** The form again, with all that was typed. */
export interface DetailsAnswer {
  values: DetailsView["values"];
  heading: string;
  errors: FieldError[];
}

type Answered = TypedResponse<DetailsAnswer | null>;
type Sent = Omit<SentForm, "page">;

/** Has a receipt made out as the form says. Null: the page says by itself why there is no receipt. Never throws UpstreamError. */
export async function answerDetails(sent: Sent, invoice: OwnedInvoice | undefined): Promise<Answered> {
  const { fields, lang, request, visitor } = sent;
  const asker = await whoAsks(request, visitor);
  if (asker.kind !== "owners" || invoice === undefined) return json(null, 403);
  const version = z.coerce.number().int().positive().safeParse(fields.version);
  if (!version.success) throw problem(400);
  const read = readDetails(lang, fields);
  if ("errors" in read) {
    recordError(request, "details");
    return refused(sent, { heading: "entries", errors: read.errors, status: 422 });
  }
  const { invoice_id, owner } = invoice;
  try {
    await detailInvoice({ ...owner, invoice_id, version: version.data, billed_to: read.billedTo }, asker.caller);
    const done = await detailsSaved.seal(noticeOf(invoice));
    return redirect(paths.receipt(lang, invoice_id, { key: asker.key, done }), 303);
  } catch (error) {
    if (!(error instanceof UpstreamError)) throw error;
    log.warn({ requestId: visitor.requestId, reason: error.kind }, "a receipt was not made out");
    return isOver(error) ? json(null, 403) : notWritten(sent, error);
  }
}

type Read = { billedTo: BilledTo } | { errors: FieldError[] };

/** One line: without what cannot be seen, but for the joiners of Persian and Indian words, and without the spaces that phones add. */
const tidied = (text = ""): string => text.replace(/(?:(?![\u200c\u200d])[\s\p{C}])+/gu, " ").trim();

const linesOf = (text = ""): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map(tidied)
    .filter((line) => line !== "");

/** What the form says, or its mistakes in the form's order. */
function readDetails(lang: LocaleCode, fields: Sent["fields"]): Read {
  const t = translate(lang);
  const errors: FieldError[] = [];
  const wrong = (field: Field, message: string) => errors.push({ field: fieldId(field), message });
  const read = (field: "name" | "company"): string | undefined => {
    const text = tidied(fields[field]);
    if (text.length > DETAILS_LENGTHS[field]) wrong(field, t("declaration:mistakes.tooLong"));
    return text || undefined;
  };
  const [name, company] = [read("name"), read("company")];
  if (name === undefined && company === undefined) wrong("name", t("form-answers:details.nobody"));
  const address = linesOf(fields.address);
  if (address.length > DETAILS_LENGTHS.lines || address.join("").length > DETAILS_LENGTHS.address)
    wrong("address", t("declaration:mistakes.tooLong"));
  const typed = tidied(fields.vat_id);
  const vat_id = typed === "" ? undefined : readVatId(typed);
  if (typed !== "" && vat_id === undefined) wrong("vat_id", t("form-answers:details.vatId"));
  return errors.length > 0 ? { errors } : { billedTo: { name, company, address, vat_id } };
}

const fieldId = (field: Field): string => `details-${field}`;

interface Refusal {
  heading: "entries" | "tooOften" | "problem";
  errors: FieldError[];
  status: number;
  /** Seconds. */
  retryAfter?: number;
}

/** The same form again is the same version, so nothing is lost where nobody knows. */
function notWritten(sent: Sent, error: UpstreamError): Answered {
  const t = translate(sent.lang);
  const { retryAfter, status = 500 } = error;
  const about = (message: string, field: Field = "name") => [{ field: fieldId(field), message }];
  switch (error.apiError?.error.code) {
    case "vat_id_invalid":
      return refused(sent, {
        heading: "entries",
        errors: about(t("form-answers:details.vatId"), "vat_id"),
        status: 422,
      });
    case "details_changed":
      return refused(sent, { heading: "problem", errors: about(t("form-answers:details.changed")), status: 409 });
    case "details_over":
      return refused(sent, { heading: "problem", errors: about(t("form-answers:details.over")), status: 409 });
  }
  if (status === 429) {
    const when = retryAfter === undefined ? "" : waitText(sent.lang, retryAfter);
    return refused(sent, {
      heading: "tooOften",
      errors: about(t("form-answers:mistakes.tooOften", { when })),
      status,
      retryAfter,
    });
  }
  const [name, shown] = wasNeverTaken(error) ? (["unavailable", 503] as const) : (["unsure", 504] as const);
  return refused(sent, {
    heading: "problem",
    errors: about(t(`subscription:problem.${name}`)),
    status: shown,
    retryAfter,
  });
}

function refused({ fields, lang }: Sent, { heading, errors, status, retryAfter }: Refusal): Answered {
  const values = Object.fromEntries(
    FIELDS.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
  return json(
    { values, heading: translate(lang)(`form-answers:headings.${heading}`), errors },
    { status, headers: retryHeaders(retryAfter) },
  );
}
