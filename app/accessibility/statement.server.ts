import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import { PROOFS } from "./proofs";

/** The accessibility statement: headings with their paragraphs and lists, in reading order. */
export interface Statement {
  title: string;
  lead: string[];
  parts: { heading: string; list: string[]; texts: string[] }[];
}

/** @param supportEmail where the brand hears of barriers */
export function statementOf(lang: LocaleCode, supportEmail: string): Statement {
  const t = translate(lang);
  return {
    title: t("accessibility:title"),
    lead: [t("accessibility:lead"), t("accessibility:aim")],
    parts: [
      {
        heading: t("accessibility:provenHeading"),
        list: PROOFS.map((proof) => t(`accessibility:proofs.${proof}`)),
        texts: [],
      },
      { heading: t("accessibility:limitsHeading"), list: [], texts: [t("accessibility:limits")] },
      {
        heading: t("accessibility:contactHeading"),
        list: [],
        texts: [t("accessibility:contact", { email: supportEmail }), t("accessibility:enforcement")],
      },
    ],
  };
}
