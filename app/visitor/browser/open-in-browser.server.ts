import { encode } from "uqr";
import { env } from "~/env.server";
import type { LocaleCode } from "~/i18n/locales";
import { translate } from "~/i18n/messages.server";

/** How to open the same page in the visitor's own browser. Includes its texts, because hardly any page needs them. */
export interface OpenInBrowser {
  link: string;
  /** A QR code: its width in modules, and the path that draws it. */
  code?: { size: number; path: string };
  words: { title: string; text: string; link: string; copy: string; copied: string; code: string };
}

/** A QR code of a longer address is too fine to scan from a phone. */
const LONGEST_FOR_CODE = 200;

/** How to open the page outside an app's built-in browser; undefined where it is open in the visitor's own. */
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

/** A QR code as an SVG path with a line width of 1: one stroke for each run of dark modules. */
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
