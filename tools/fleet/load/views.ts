import type { Chance } from "../../../sandbox/bare/seeded";
import { hasWordsOf } from "../../rig/words";
import { type FleetScore, noteFailed } from "../score";
import { type PageText, readPage } from "./page-text";
import { newVisitor } from "./visitor-address";

/** Pages that anybody may open, with the language that each is in: kept ones and ones that are made for each visitor. */
const PAGES: readonly { path: string; lang: string }[] = [
  { path: "/", lang: "en" },
  { path: "/pricing", lang: "en" },
  { path: "/payment/monthly", lang: "en" },
  { path: "/payment/yearly?coupon=WELCOME20", lang: "en" },
  { path: "/de/payment/monthly", lang: "de" },
  { path: "/ar/pricing", lang: "ar" },
  { path: "/ja", lang: "ja" },
  { path: "/receipts", lang: "en" },
];
/** One visitor in so many loads the page's files, too. */
const WITH_FILES = 8;

/** A page as a passing visitor got it. */
export interface View {
  path: string;
  status: number;
  headers: Headers;
  text: PageText;
}

/** What is wrong with a view; undefined: nothing. */
export type Rule = (view: View) => string | undefined;

/** As on any day: a page, whole, in its language. */
export const asEveryDay: Rule = ({ status, text }) => {
  if (status !== 200) return `answered ${status}`;
  if (!text.isComplete) return "broke off";
  return hasWordsOf(text.lang, text.heading) ? undefined : `had the heading "${text.heading}"`;
};

/** Somebody opens a page, and perhaps loads its files. */
export async function look(score: FleetScore, site: string, chance: Chance, rule: Rule): Promise<void> {
  const { path, lang } = chance.pick(PAGES);
  score.views += 1;
  const view = await viewOf(site, path).catch((error: unknown) => noteFailed(score, `${path}: ${reasonOf(error)}`));
  if (!view) return;
  const wrong = rule(view) ?? (view.text.lang === lang ? undefined : `was in "${view.text.lang}"`);
  if (wrong !== undefined) return noteFailed(score, `${path} ${wrong}`);
  if (chance.oneIn(WITH_FILES)) await loadFiles(score, site, view.text.files);
}

export async function viewOf(site: string, path: string): Promise<View> {
  const response = await fetch(site + path, { headers: { ...newVisitor(), accept: "text/html" }, redirect: "manual" });
  return { path, status: response.status, headers: response.headers, text: readPage(await response.text()) };
}

/** Every file of a page has to be there. */
export async function loadFiles(score: FleetScore, site: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    score.files += 1;
    try {
      const response = await fetch(site + file);
      const { byteLength } = await response.arrayBuffer();
      if (response.status !== 200 || byteLength === 0) noteFailed(score, `${file} answered ${response.status}`);
    } catch (error) {
      noteFailed(score, `${file}: ${reasonOf(error)}`);
    }
  }
}

/** fetch says in its cause what has happened. */
const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};
