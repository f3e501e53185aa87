import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { newEmailForm, SUBSCRIPTION_LINK } from "~/forms/guarded-email.server";
import type { EmailFormView } from "~/forms/guarded-email-form";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { paths } from "~/paths";
import { byMail } from "~/receipts/by-mail.server";
import { ENTRY_STATUSES, entryHeaders } from "~/receipts/load-receipts.server";
import { allowBotCheck, askedForIn } from "~/receipts/mailed-link.server";
import { pageTitle } from "~/shell/page-title.server";
import { languageParam } from "~/visitor/arrival/language.server";
import { profileOf } from "~/visitor/identity/auth.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import { readNotice } from "./changes/done-notice.server";
import { doneView } from "./changes/done-view.server";
import { type Found, findSubscriptions } from "./load-subscriptions.server";
import type { Listed } from "./subscription-card.server";
import type { SubscriptionPage } from "./subscription-pages";

/** How else it can be done. The page of renewals has neither. */
export interface OtherWay {
  /** The brand's own page for it. */
  at?: string;
  /** The address of a prepared letter; see byMail. */
  letter?: string;
}

/** Shown in place of subscriptions. */
export type AbsentView =
  | {
      kind: "find";
      /** `emptyHere`: what let the owner in opens only some of what they bought. */
      why: "nobody" | "ended" | "empty" | "emptyHere";
      /** Has a link mailed; missing where the payments API mails none. */
      form?: EmailFormView;
      /** A link was just asked for, for this address. */
      askedFor?: string;
      other: OtherWay;
    }
  /** `unsupported`: the payments API knows nothing of subscriptions. */
  | { kind: "unsupported" | "unavailable"; other: OtherWay };

type LoaderArgs = Parameters<typeof profileOf>[0];

interface Opened {
  page: SubscriptionPage;
  lang: LocaleCode;
  visitor: Visitor;
  found: Found;
  /** See AbsentView. */
  askedFor: string | undefined;
}

/**
 * What a page about subscriptions loads. `viewOf` shows those that were found, or nothing where none of them is of interest.
 * Never throws UpstreamError.
 */
export async function loadSubscriptionsPage<View extends object>(
  page: SubscriptionPage,
  { request, params, context }: LoaderFunctionArgs,
  viewOf: (lang: LocaleCode, listed: Listed, asked: { request: Request; requestId: string }) => View | undefined,
) {
  const lang = languageParam(params, request);
  const visitor = await visitorOf(request);
  const [found, notice, askedFor] = await Promise.all([
    findSubscriptions(lang, request),
    readNotice(request),
    askedForIn(request),
  ]);
  const done = doneView(lang, page, found, notice);
  const view =
    done === undefined && found.kind === "list"
      ? viewOf(lang, found, { request, requestId: visitor.requestId })
      : undefined;
  const absent =
    done === undefined && view === undefined
      ? await absentView({ page, lang, visitor, found, askedFor }, { request, context })
      : undefined;
  const t = translate(lang);
  return json(
    {
      view,
      instead: done ?? absent,
      receiptKey: "key" in found ? found.key : undefined,
      otherPurchasesAt: view === undefined ? undefined : otherPurchasesAt(lang, found),
      meta: {
        title: pageTitle({ context }, lang, t(`subscription:${page}.title`)),
        description: t(`subscription:${page}.description`),
      },
    },
    { status: done === undefined ? STATUSES[found.kind] : 200, headers: await headersOf(request, found, absent) },
  );
}

/** Where whoever came by a key, or paid in this browser, gets to what they bought besides. */
const otherPurchasesAt = (lang: LocaleCode, found: Found): string | undefined =>
  found.kind === "list" && found.by !== "link" && found.canAsk ? paths.receipts(lang, { key: found.key }) : undefined;

const STATUSES: Readonly<Record<Found["kind"], number>> = { ...ENTRY_STATUSES, unsupported: 200 };

async function absentView(opened: Opened, args: LoaderArgs): Promise<AbsentView> {
  const { lang, visitor, found, askedFor } = opened;
  const other = await otherWay(opened, args);
  if (found.kind === "unsupported" || found.kind === "unavailable") return { kind: found.kind, other };
  return {
    kind: "find",
    why: found.kind === "list" && found.by !== "link" ? "emptyHere" : WHY[found.kind],
    form: found.canAsk ? await newEmailForm(SUBSCRIPTION_LINK, lang, visitor) : undefined,
    askedFor,
    other,
  };
}

/** Whoever paid here once, and is not known here any more, comes like anybody. */
const WHY = {
  list: "empty",
  nobody: "nobody",
  forgotten: "nobody",
  ended: "ended",
  brokenKey: "ended",
} as const satisfies Record<Exclude<Found["kind"], "unsupported" | "unavailable">, "nobody" | "ended" | "empty">;

async function otherWay({ page, lang, visitor: { brand }, found }: Opened, args: LoaderArgs): Promise<OtherWay> {
  if (page === "renewal") return {};
  // A receipts key, or who paid here, may be somebody else's than the account that is signed in here.
  const mayBeOther = new URL(args.request.url).searchParams.has("k") || ("by" in found && found.by === "browser");
  const email = mayBeOther ? undefined : (await profileOf(args))?.email;
  const orderId = found.kind === "list" ? found.subscriptions[0]?.order_id : undefined;
  return { at: brand[`${page}Url`], letter: byMail(lang, brand, { asks: page, orderId, email }) };
}

/** A form with the bot check's script allows its host. */
async function headersOf(request: Request, found: Found, absent: AbsentView | undefined): Promise<Headers> {
  const headers = await entryHeaders(request, found);
  allowBotCheck(headers, absent?.kind === "find" ? absent.form : undefined);
  return headers;
}
