import { useTranslation } from "react-i18next";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";

/** Beside what was paid: where a subscription is ended, and a contract withdrawn from. */
export function SubscriptionLinks({ receiptKey }: { receiptKey: string | undefined }) {
  const { t } = useTranslation("footer");
  const lang = useLang();
  return (
    <ul className="link-row">
      {(["cancel", "withdraw"] as const).map((page) => (
        <li key={page}>
          <a href={paths[page](lang, { key: receiptKey })}>{t(page)}</a>
        </li>
      ))}
    </ul>
  );
}
