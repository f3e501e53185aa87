import type { FieldError } from "~/forms/error-summary";
import type { VisitorFields } from "~/forms/visitor-fields";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { signTime } from "~/security/bot-check/bot-check.server";
import { hasOptionalCall } from "~/upstream/catalogue.server";
import type { DeclarationKind } from "~/upstream/contract/declarations";
import { idempotencyKey } from "~/upstream/contract/values/scalars";
import type { Visitor } from "~/visitor/visitor.server";

const TYPED = ["name", "contract", "email", "manner", "reason", "end_on"] as const;
type Typed = Partial<Readonly<Record<(typeof TYPED)[number], string>>>;

/** A form in which whoever came by no link declares all on one page. */
export interface DeclarationFormView {
  kind: DeclarationKind;
  /** The attempt, its stamp and the CSRF token. */
  visitorFields: VisitorFields;
  words: ReturnType<typeof wordsOf>;
  /** As they were typed. */
  values: Typed;
  /** Of the errors; missing where there are none. */
  heading?: string;
  errors: FieldError[];
}

/** Whether the payments API takes declarations. */
export const takesDeclarations = (visitor: Visitor): Promise<boolean> =>
  hasOptionalCall("declarations", visitor.caller, visitor);

/** An empty form. */
export function newDeclarationForm(lang: LocaleCode, kind: DeclarationKind, { browser }: Visitor): DeclarationFormView {
  const attempt = crypto.randomUUID();
  return {
    kind,
    visitorFields: { fields: { csrf: browser, attempt, stamp: signTime("declaration", attempt, new Date()) } },
    words: wordsOf(lang, kind),
    values: {},
    errors: [],
  };
}

function wordsOf(lang: LocaleCode, kind: DeclarationKind) {
  const t = translate(lang);
  return {
    name: t("declaration:name"),
    contract: t("declaration:contract"),
    contractHint: t("declaration:contractHint"),
    email: t("declaration:email"),
    emailHint: t("declaration:emailHint"),
    manner: t("declaration:manner"),
    ordinary: t("declaration:ordinary"),
    extraordinary: t("declaration:extraordinary"),
    reason: t("declaration:reason"),
    end: t("declaration:end"),
    endHint: t("declaration:endHint"),
    lead: t(`declaration:lead.${kind}`),
    emailInvalid: t("form-answers:mistakes.emailInvalid"),
  };
}

interface SentAgain {
  lang: LocaleCode;
  fields: Readonly<Record<string, string>>;
  visitor: Visitor;
}

/** The form with all that was typed. `isNew`: with a new attempt and stamp. */
export function declarationFormAgain(
  kind: DeclarationKind,
  { lang, fields, visitor }: SentAgain,
  { heading, errors, isNew = false }: { heading: string; errors: FieldError[]; isNew?: boolean },
): DeclarationFormView {
  const empty = newDeclarationForm(lang, kind, visitor);
  const { csrf = "", stamp = "" } = fields;
  const attempt = attemptIn(fields);
  const values = Object.fromEntries(
    TYPED.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  );
  const isSame = !isNew && attempt !== "";
  const visitorFields = isSame ? { fields: { csrf, attempt, stamp } } : empty.visitorFields;
  return { ...empty, visitorFields, values, heading, errors };
}

/** The form's attempt, or "" where it is no idempotency key: its stamp is then not valid either. */
export const attemptIn = ({ attempt }: SentAgain["fields"]): string => idempotencyKey.safeParse(attempt).data ?? "";
