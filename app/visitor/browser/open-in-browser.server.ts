import { encode } from "uqr";
import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";

/** The same page for the visitor's own browser. The words come along, since hardly any page needs them. */
export interface OpenInBrowser {
  link: string;
  /** A QR code: its width in modules, and the path that draws it. */
  code?: { size: number; path: string };
  words: { title: string; text: string; link: string; copy: string; copied: string; code: string };
}

/** A longer address makes a code too fine to be scanned from a phone. */
const LONGEST_FOR_CODE = 200;

/** The way out of another app's browser to the same page in the visitor's own; undefined where they are already there. */
export function wayToOwnBrowser(
  path: string,
  lang: LocaleCode,
  { isInApp }: { isInApp: boolean },
): OpenInBrowser | undefined {
  if (!isInApp) return undefined;
  const t = translate(lang);
  const link = new URL(path, env().publicOrigin).href;
  return {
    link,
    code: link.length > LONGEST_FOR_CODE ? undefined : codeOf(link),
    words: {
      title: t("paystatus:openInBrowser.title"),
      text: t("paystatus:openInBrowser.text"),
      link: t("paystatus:openInBrowser.link"),
      copy: t("paystatus:openInBrowser.copy"),
      copied: t("paystatus:openInBrowser.copied"),
      code: t("paystatus:openInBrowser.code"),
    },
  };
}

/** A QR code as the path of a line one unit wide: a stroke for every run of dark modules. */
function codeOf(text: string): OpenInBrowser["code"] {
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
