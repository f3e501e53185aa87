import { payFields } from "~/checkout/pay-fields.server";
import { emailFields } from "~/forms/guarded-email.server";
import { ownFieldsHtml } from "~/forms/own-fields";

interface Asked {
  /** As the page says, see forms/own-fields.tsx. */
  kind: string;
  /** The names of the fields that it has. */
  names: readonly string[];
  /** The browser's secret, see Visitor. */
  browser: string;
  /** The browser's id for analytics. */
  frontId: string;
}

/** New own fields for a visitor, as they stand in the page. @throws for a kind that no kept page has */
export function newOwnFields({ kind, names, browser, frontId }: Asked): string {
  const has = (name: string) => names.includes(name);
  switch (kind) {
    case "pay": {
      const own = payFields({ browser, isGuarded: has("stamp"), frontId: has("front_id") ? frontId : undefined });
      return ownFieldsHtml(own.fields);
    }
    case "subscriptionLink":
      return ownFieldsHtml(emailFields(kind, browser).fields);
    default:
      throw new Error(`no own fields of the kind ${kind}`);
  }
}
