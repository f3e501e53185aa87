import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { usePageViews, ViewPicture } from "~/analytics/page-views";
import { ToastRegion } from "~/enhance/toasts/toast-region";
import type { LocaleCode } from "~/i18n/locales";
import { paths } from "~/paths";
import { LanguageLink, LanguageList } from "~/shell/links/language-switcher";
import { RelatedLinks } from "~/shell/links/related-links";
import { ConsentPanel, LoggedOut, NoticePanel } from "~/shell/panels/notice";
import { useNewVersion } from "~/version/use-new-version";
import { useArrivalMarks } from "~/visitor/arrival/use-arrival-marks";
import { mayTrackHere } from "~/visitor/attribution/asking-zone";
import { useUserInfo } from "~/visitor/identity/user-info";
import { Decoration } from "./decoration";
import type { PageFrame } from "./page-frame";
import { usePageToast } from "./page-toast";
import { LightChoice, TrackingChoice } from "./preferences-form";

/** Header, content and footer of every page. */
export function PageShell({ frame, children }: { frame: PageFrame; children: ReactNode }) {
  const { t } = useTranslation("global");
  useNewVersion(frame.build);
  const mayTrack = mayTrackHere(frame);
  useArrivalMarks(mayTrack);
  useUserInfo(frame.userInfo);
  usePageViews({ ...frame, mayTrack });
  return (
    <>
      <a className="skip-link" href="#content">
        {t("skipToContent")}
      </a>
      <Header frame={frame} />
      <main id="content" className="page">
        <ToastRegion fromPage={usePageToast()} />
        {frame.consentQuestion && <ConsentPanel {...frame.consentQuestion} policyUrl={frame.brand.policyUrl} />}
        {frame.question && <LoggedOut {...frame.question} />}
        {frame.notice && <NoticePanel {...frame.notice} />}
        {children}
        <RelatedLinks frame={frame} />
      </main>
      {/* In the browser React leaves alone what is in a <noscript>, so only the server needs it. */}
      <noscript>{import.meta.env.SSR && isCountedByPicture(frame) && <ViewPicture />}</noscript>
      <Footer frame={frame} />
    </>
  );
}

/** The server reports the hand-off page; see orders/record-order.server.ts. */
const isCountedByPicture = ({ mayTrack, hasScripts, isAfterSubmit, page }: PageFrame): boolean =>
  mayTrack && hasScripts && !isAfterSubmit && page !== "redirect";

function Header({ frame }: { frame: PageFrame }) {
  const { t } = useTranslation(["nav", "global"]);
  return (
    <header className="site-header">
      {frame.isTestMode && <p className="ribbon">{t("global:testMode")}</p>}
      <div className="site-header-row">
        <a className="brand" href={paths.home(frame.lang)}>
          <Decoration src={frame.brand.logo ?? frame.brand.brandImage} width={32} height={32} />
          <span>{frame.brand.appName}</span>
        </a>{" "}
        <nav aria-label={t("nav:main")}>
          <a className="nav-link" href={paths.payment(frame.lang)}>
            {t("nav:plans")}
          </a>{" "}
          <a className="nav-link" href={paths.pricing(frame.lang)}>
            {t("nav:pricing")}
          </a>
        </nav>{" "}
        {frame.account !== undefined && <AccountLink email={frame.account} lang={frame.lang} />}
        <LanguageLink lang={frame.lang} />
      </div>
    </header>
  );
}

/** The account the visitor is signed in to; on narrow screens only the picture. */
function AccountLink({ email, lang }: { email: string; lang: LocaleCode }) {
  const { t } = useTranslation("nav");
  return (
    <a className="nav-link account-link" href={paths.account(lang)} title={t("account")}>
      <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c0-8 16-8 16 0" />
      </svg>
      <span>{email || t("account")}</span>
    </a>
  );
}

function Footer({ frame: { brand, commerce, year, lang, mayChooseTracking } }: { frame: PageFrame }) {
  const { t } = useTranslation(["footer", "nav"]);
  return (
    <footer className="site-footer">
      <ul className="link-row">
        <li>
          <a href={brand.termsUrl}>{t("terms")}</a>
        </li>
        <li>
          <a href={brand.policyUrl}>{t("privacy")}</a>
        </li>
        <li>
          <a href={`mailto:${brand.supportEmail}`}>{t("support")}</a>
        </li>
        {brand.imprintUrl !== undefined && (
          <li>
            <a href={brand.imprintUrl}>{t("imprint")}</a>
          </li>
        )}
        {brand.commerceUrl !== undefined && commerce !== undefined && (
          <li>
            <a href={brand.commerceUrl}>{commerce}</a>
          </li>
        )}
        <li>
          <a href={paths.accessibility(lang)}>{t("accessibility")}</a>
        </li>
        <li>
          <a href={paths.cancel(lang)}>{t("cancel")}</a>
        </li>
        <li>
          <a href={paths.withdraw(lang)}>{t("withdraw")}</a>
        </li>
        <li>
          <a href={paths.account(lang)}>{t("nav:account")}</a>
        </li>
        <li>
          <LightChoice />
        </li>
        {mayChooseTracking && (
          <li>
            <TrackingChoice />
          </li>
        )}
      </ul>
      <LanguageList lang={lang} />
      <p>{t("rights", { year, app: brand.appName })}</p>
    </footer>
  );
}
