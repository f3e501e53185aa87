import type { LocaleCode } from "~/i18n/locales";
import type { Page } from "~/i18n/pages";
import type { Messages } from "~/i18n/translator";
import type { Brand } from "~/visitor/brand/brand";
import type { UserInfo } from "~/visitor/identity/user-info.server";
import type { LoggedOutQuestion, Notice } from "./notice.server";
import type { PageLink } from "./page-links";

/** What every page needs around its own content. */
export interface PageFrame {
  lang: LocaleCode;
  page: Page | "other";
  messages: Messages;
  /** The languages a visitor may switch to. */
  languages: readonly LocaleCode[];
  /** Absolute addresses are built from it. */
  origin: string;
  pageLinks: readonly PageLink[];
  brand: Brand;
  requestId: string;
  /** No money moves: the ribbon says so. */
  isTestMode: boolean;
  hasScripts: boolean;
  /** The visitor has the light version of the site: pages without scripts. */
  isLite: boolean;
  year: number;
  /** Proves to the host that a form is from this site. */
  csrf: string;
  /** The e-mail address of the account the visitor is signed in to. */
  account?: string;
  /** What the browser keeps of that account; null: nobody is signed in, missing: the payments API could not say. */
  userInfo?: UserInfo | null;
  /** Shown above the page. */
  notice?: Notice;
  question?: LoggedOutQuestion;
}
