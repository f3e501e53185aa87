import { useRouteLoaderData } from "@remix-run/react";
import type { Toast } from "~/enhance/toasts/show-toast";
import type { VisitorFields } from "~/forms/visitor-fields";
import type { LocaleCode } from "~/i18n/locales";
import type { Page } from "~/i18n/pages";
import type { PageLink } from "~/shell/links/related-links";
import type { ConsentQuestion, LoggedOutQuestion, PageNotice } from "~/shell/panels/notice.server";
import type { AskingPlace, Brand } from "~/visitor/brand/brand";
import type { UserInfo } from "~/visitor/identity/user-info";

/** What every page needs around its own content. */
export interface PageFrame {
  lang: LocaleCode;
  page: Page | "other";
  /** The site's origin, for absolute addresses. */
  origin: string;
  pageLinks: readonly PageLink[];
  brand: Brand;
  /** The name of the link to the brand's commerceUrl; missing outside Japanese pages. */
  commerce?: string;
  /** The id of the build that is served; missing where the server does not say when it changes. */
  build?: string;
  /** No real money is charged: the page shows the test ribbon. */
  isTestMode: boolean;
  hasScripts: boolean;
  /** The answer to a form that comes back: the page was looked at before. */
  isAfterSubmit: boolean;
  /** The visitor has the light version of the site: pages without scripts. */
  isLight: boolean;
  /** The styles of all pages are a file that the browser loads once: it has come from another page of the site. */
  hasLinkedStyles: boolean;
  /** The current one, for the copyright. */
  year: string;
  /** Proves to the host that a form is from this site. */
  visitorFields: VisitorFields;
  /** The e-mail address of the account the visitor is signed in to. */
  account?: string;
  /** What the browser stores of that account; null: not signed in, missing: the payments API could not say. */
  userInfo?: UserInfo | null;
  /** Affiliates, campaigns and analytics may know the visitor. */
  mayTrack: boolean;
  /** Whoever's browser has a time zone of these places has to agree all the same; missing where the visitor has chosen. */
  askingPlaces?: readonly AskingPlace[];
  /** The visitor's browser does not decide that for them by its privacy signal. */
  mayChooseTracking: boolean;
  /** The question to a visitor who has to agree first. */
  consentQuestion?: ConsentQuestion;
  /** Shown above the page. */
  notice?: PageNotice;
  question?: LoggedOutQuestion;
  /** Says that the visitor has just changed the language. */
  toast?: Toast;
}

/** The frame of the current page. @throws where the root loader failed, so use it only inside the frame */
export function useFrame(): PageFrame {
  const frame = useRouteLoaderData<PageFrame>("root");
  if (frame === undefined) throw new Error("There is no page frame: the root loader failed");
  return frame;
}
