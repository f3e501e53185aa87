import { json, type LoaderFunctionArgs } from "@remix-run/node";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { letterToSupport, mailtoOf, writtenLetter } from "~/mailed-links/letter.server";
import { allowBotCheck, type LinkByMail, linkByMail, mailsLinks } from "~/mailed-links/mailed-link.server";
import { PURCHASES_STATUSES, purchasesHeaders } from "~/owners/ask-owners.server";
import { paths } from "~/paths";
import { pageTitle } from "~/shell/page-title.server";
import { languageParam } from "~/visitor/arrival/language.server";
import type { SellingTerms } from "~/visitor/brand/brand-files.server";
import { sellingTermsOf } from "~/visitor/brand/brands.server";
import { profileOf } from "~/visitor/identity/auth.server";
import { type Visitor, visitorOf } from "~/visitor/visitor.server";
import { changeDone, type SubscriptionPage } from "./change-subscription.server";
import { justDeclared } from "./declaration/declaration.server";
import { type DeclarationFormView, newDeclarationForm, takesDeclarations } from "./declaration/declaration-form.server";
import { declaredView } from "./declaration/declared-view.server";
import { doneView } from "./done-view.server";
import { type FoundSubscriptions, findSubscriptions, type SubscriptionList } from "./load-subscriptions.server";

/** How else it can be done. The page of renewals has neither. */
export interface OtherWay {
  /** The brand's own page for it. */
  at?: string;
  /** The address of a prepared letter; see letterToSupport. */
  letter?: string;
  /** What the letter says, for whoever has no mail program here; set where it is the only way, with what to do about it. */
  written?: { lead: string; body: string };
}

/** Shown in place of subscriptions. */
export type AbsentView =
  | ({
      kind: "find";
      /** `emptyHere`: what let the owner in opens only some of what they bought. */
      why: "nobody" | "ended" | "empty" | "emptyHere";
      other: OtherWay;
      declaration?: DeclarationFormView;
    } & LinkByMail)
  /** `unsupported`: the payments API knows nothing of subscriptions. */
  | { kind: "unsupported" | "unavailable"; other: OtherWay; declaration?: DeclarationFormView };

/**
 * What a page about subscriptions loads. `viewOf` shows those that were found, or nothing where none of them is of interest.
 * Never throws UpstreamError.
 */
export async function loadSubscriptionsPage<View extends object>(
  page: SubscriptionPage,
  { request, params, context }: LoaderFunctionArgs,
  viewOf: (
    lang: LocaleCode,
    list: SubscriptionList,
    about: { request: Request; requestId: string; selling: SellingTerms },
  ) => View | undefined,
) {
  const lang = languageParam(params, request);
  const visitor = await visitorOf(request);
  const [found, justDone, declared] = await Promise.all([
    findSubscriptions(lang, request, visitor),
    changeDone.read(request),
    justDeclared.read(request),
  ]);
  const done = declared?.kind === page ? declaredView(lang, declared) : doneView(lang, page, found, justDone);
  const view =
    done === undefined && found.kind === "list"
      ? viewOf(lang, found, { request, requestId: visitor.requestId, selling: sellingTermsOf(visitor.appType) })
      : undefined;
  const absent =
    done === undefined && view === undefined
      ? await absentView({ page, lang, visitor, found }, { request, context })
      : undefined;
  const headers = await purchasesHeaders(request, found);
  // A form with the bot check's script allows its host.
  allowBotCheck(headers, absent?.kind === "find" ? absent.form : undefined);
  const status = done !== undefined || found.kind === "unsupported" ? 200 : PURCHASES_STATUSES[found.kind];
  const t = translate(lang);
  return json(
    {
      view,
      instead: done ?? absent,
      receiptKey: "key" in found ? found.key : undefined,
      otherPurchasesAt: view === undefined ? undefined : await otherPurchasesAt(lang, found, visitor),
      meta: {
        title: pageTitle({ context }, lang, t(`subscription:${page}.title`)),
        description: t(`subscription:${page}.description`),
      },
    },
    { status, headers },
  );
}

/** Where whoever came by a key, or paid in this browser, gets to what they bought besides. */
async function otherPurchasesAt(
  lang: LocaleCode,
  found: FoundSubscriptions,
  visitor: Visitor,
): Promise<string | undefined> {
  const isPart = found.kind === "list" && found.by !== "link" && (await mailsLinks(visitor));
  return isPart ? paths.receipts(lang, { key: found.key }) : undefined;
}

type LoaderArgs = Parameters<typeof profileOf>[0];

interface Absent {
  page: SubscriptionPage;
  lang: LocaleCode;
  visitor: Visitor;
  found: FoundSubscriptions;
}

async function absentView(absent: Absent, args: LoaderArgs): Promise<AbsentView> {
  const { lang, visitor, found } = absent;
  // While the API is away it takes no declaration either.
  const declaration = found.kind === "unavailable" ? undefined : await declarationForm(absent);
  const other = await otherWay(absent, args, declaration === undefined);
  if (found.kind === "unsupported" || found.kind === "unavailable") return { kind: found.kind, other, declaration };
  return {
    kind: "find",
    why: found.kind === "list" && found.by !== "link" ? "emptyHere" : WHY[found.kind],
    other,
    declaration,
    ...(await linkByMail(lang, args.request, visitor)),
  };
}

/** Whoever paid here once, and is not known here any more, comes like anybody. */
const WHY = {
  list: "empty",
  nobody: "nobody",
  forgotten: "nobody",
  ended: "ended",
  brokenKey: "ended",
} as const satisfies Record<
  Exclude<FoundSubscriptions["kind"], "unsupported" | "unavailable">,
  "nobody" | "ended" | "empty"
>;

/** Undefined where the payments API takes no declarations, and on the page of renewals. */
async function declarationForm({ page, lang, visitor }: Absent): Promise<DeclarationFormView | undefined> {
  return page !== "renewal" && (await takesDeclarations(visitor)) ? newDeclarationForm(lang, page, visitor) : undefined;
}

/** @param isOnly nothing can be declared on the page */
async function otherWay(
  { page, lang, visitor: { brand }, found }: Absent,
  args: LoaderArgs,
  isOnly: boolean,
): Promise<OtherWay> {
  if (page === "renewal") return {};
  // A receipts key, or who paid here, may be somebody else's than the account that is signed in here.
  const mayBeOther = new URL(args.request.url).searchParams.has("k") || ("by" in found && found.by === "browser");
  const email = mayBeOther ? undefined : (await profileOf(args))?.email;
  const orderId = found.kind === "list" ? found.subscriptions[0]?.order_id : undefined;
  const at = brand[`${page}Url`];
  if (!isOnly || found.kind === "unavailable")
    return { at, letter: letterToSupport(lang, brand, { asks: page, orderId, email }) };
  const t = translate(lang);
  const blanks = [t("declaration:name"), ...(orderId === undefined ? [t("declaration:contract")] : [])];
  const letter = writtenLetter(lang, brand, { asks: page, orderId, email, blanks });
  const written = { lead: t("declaration:letter"), body: letter.body };
  return { at, letter: mailtoOf(brand, letter), written };
}
