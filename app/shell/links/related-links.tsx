import { useTranslation } from "react-i18next";
import { paths } from "~/paths";
import type { PageFrame } from "~/shell/page-frame";
import { usePageLinks } from "./use-page-links";

/** Links to related pages, from the page's data file. */
export function RelatedLinks({ frame }: { frame: PageFrame }) {
  const { t } = useTranslation("nav");
  const links = usePageLinks(frame.pageLinks);
  if (links.length === 0) return null;
  return (
    <nav className="related" aria-label={t("related")}>
      <ul className="link-row">
        {links.map(({ page, label }) => (
          <li key={page}>
            <a href={paths[page](frame.lang)}>{t(label)}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
