import { encode } from "uqr";
import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";
import type { Visitor } from "~/visitor/visitor.server";
import type { Elsewhere } from "./open-in-browser";

/** A longer address makes a code too fine to be scanned from a phone. */
const LONGEST_FOR_CODE = 200;

/** The way out of another app's browser to the same page in the visitor's own; undefined where they are already there. */
export function elsewhereFor(path: string, lang: LocaleCode, { isInApp }: Visitor): Elsewhere | undefined {
  if (!isInApp) return undefined;
  const t = translate(lang);
  const link = new URL(path, env().publicOrigin).href;
  return {
    link,
    code: link.length > LONGEST_FOR_CODE ? undefined : codeOf(link),
    words: {
      title: t("paystatus:elsewhere.title"),
      text: t("paystatus:elsewhere.text"),
      link: t("paystatus:elsewhere.link"),
      copy: t("paystatus:elsewhere.copy"),
      copied: t("paystatus:elsewhere.copied"),
      code: t("paystatus:elsewhere.code"),
    },
  };
}

/** A QR code as the path of a line one unit wide: a stroke for every run of dark modules. */
function codeOf(text: string): Elsewhere["code"] {
  const { data, size } = encode(text, { ecc: "L", border: 0 });
  return { size, path: data.map((row, y) => `M0 ${y}.5${strokesOf(row)}`).join("") };
}

function strokesOf(row: readonly boolean[]): string {
  const runs =
    row
      .map((isDark) => (isDark ? "h" : "m"))
      .join("")
      .match(/h+|m+/g) ?? [];
  return runs.map((run) => (run.startsWith("h") ? `h${run.length}` : `m${run.length} 0`)).join("");
}
