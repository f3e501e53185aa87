import { useTranslation } from "react-i18next";
import { useFrame } from "~/shell/use-frame";

/** The marked words of the message: what is before, the mark, its words, what is after, and so on. */
const LINKS = /<(terms|privacy)>(.*?)<\/\1>/;

/** What is agreed to by paying. Taken apart by hand: i18next's own component weighs more than the rest of this page. */
export function Agreement() {
  const { t } = useTranslation("payment");
  const { brand } = useFrame();
  const addresses: Readonly<Record<string, string>> = { terms: brand.termsUrl, privacy: brand.policyUrl };
  const [start, firstMark = "", firstWords, middle, secondMark = "", secondWords, end] = t("agree").split(LINKS);
  return (
    <p className="hint">
      {start}
      <a href={addresses[firstMark]}>{firstWords}</a>
      {middle}
      <a href={addresses[secondMark]}>{secondWords}</a>
      {end}
    </p>
  );
}
