import { Meta } from "@remix-run/react";
import type { ReactNode } from "react";
import { I18nextProvider } from "react-i18next";
import { DEFAULT_LOCALE, directionOf, localeOf } from "~/i18n/locales";
import { translatorFor } from "~/i18n/translator";
import { paths } from "~/paths";
import { SearchLinks } from "~/shell/links/search-links";
import { stylesOf } from "~/styles/stylesheet";
import type { Brand } from "~/visitor/brand/brand";
import type { PageFrame } from "./page-frame";
import { LeadHome, Refresh } from "./refresh";
import { PageScripts, usePageData } from "./scripts/page-data";

interface Props {
  /** Missing where the root loader failed. */
  frame: PageFrame | undefined;
  /** The root loader failed; see last-resort.tsx. */
  isFailed: boolean;
  children: ReactNode;
}

/** The HTML document around every page, error screens included. */
export function Document({ frame, isFailed, children }: Props) {
  const { messages } = usePageData();
  const lang = frame?.lang ?? DEFAULT_LOCALE;
  const translator = translatorFor(lang, frame?.page ?? "other", messages);
  return (
    <html lang={localeOf(lang).tag} dir={directionOf(lang)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        {frame?.isAfterSubmit === true && <ShownWhole />}
        {frame !== undefined && <BrandLinks brand={frame.brand} />}
        {frame !== undefined && <SearchLinks frame={frame} />}
        {isFailed ? <LeadHome /> : <Refresh hasScripts={frame?.hasScripts === true} />}
        <Meta />
        <PageStyles frame={frame} />
      </head>
      <body>
        <I18nextProvider i18n={translator}>{children}</I18nextProvider>
        {frame?.hasScripts === true && <PageScripts />}
      </body>
    </html>
  );
}

/**
 * What answers a form has the focus, and a browser scrolls to it when it first shows the page. Where that is before all has come, on a
 * slow network, what is below is missing still: the page is too short to scroll, and the answer stays out of sight.
 */
const ShownWhole = () => <link rel="expect" href="#content" blocking="render" />;

function PageStyles({ frame }: { frame: PageFrame | undefined }) {
  const { linked, later, inline } = stylesOf(frame);
  return (
    <>
      {linked !== undefined && <link rel="stylesheet" href={linked} />}
      {later !== undefined && frame?.hasScripts === true && <link rel="prefetch" as="style" href={later} />}
      <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: inline }} />
    </>
  );
}

/** Icons, manifest and colours for the browser and a phone's home screen. */
function BrandLinks({ brand }: { brand: Brand }) {
  return (
    <>
      <link rel="icon" href={brand.brandImage} />
      {brand.webmanifest !== undefined && <link rel="manifest" href={paths.manifest(brand.webmanifest)} />}
      {brand.primaryColor !== undefined && <meta name="theme-color" content={brand.primaryColor} />}
    </>
  );
}
