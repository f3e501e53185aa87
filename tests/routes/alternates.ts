import { expect } from "vitest";
import { env } from "~/env.server";
import { LOCALES, type LocaleCode } from "~/i18n/locales";
import { page } from "./site";

/** The pages that search engines list. */
export const PAGES = ["/", "/payment", "/payment/year", "/pricing"];
export const addressOf = (code: string, rest: string) =>
  env().publicOrigin + (code === "en" ? rest : `/${code}${rest === "/" ? "" : rest}`);

export async function alternatesOf(
  path: string,
): Promise<{ canonical: string | null; alternates: Map<string, string> }> {
  const { document } = await page(path);
  const links = [...document.querySelectorAll('link[rel="alternate"][hreflang]')];
  const pairs = links.map((link): [string, string] => [
    link.getAttribute("hreflang") ?? "",
    link.getAttribute("href") ?? "",
  ]);
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute("href") ?? null;
  return { canonical, alternates: new Map(pairs) };
}

/** A page in each of these languages names all 26 siblings, each the other's, and itself. */
export async function expectAlternates(rest: string, languages: readonly LocaleCode[]): Promise<void> {
  const expected = new Map<string, string>(LOCALES.map(({ tag, code }) => [tag, addressOf(code, rest)]));
  expected.set("x-default", addressOf("en", rest));
  for (const code of languages) {
    const { canonical, alternates } = await alternatesOf(new URL(addressOf(code, rest)).pathname);
    expect(canonical).toBe(addressOf(code, rest));
    expect(alternates).toEqual(expected);
  }
}
