import { useTranslation } from "react-i18next";
import type { AccountView } from "~/visitor/identity/account-view";

/** Which account is being paid for, where there is one, and what a member should know before they pay again. */
export function AccountNote({ account }: { account: AccountView }) {
  const { t } = useTranslation("payment");
  if (account.kind === "new") return null;
  const isNamed = account.kind === "member" && account.email !== "";
  return (
    <div className="account">
      <p>{isNamed ? t("account.member", account) : t("account.appUser", account)}</p>
      {account.kind === "member" && account.until !== undefined && (
        <p className="account-until">{t("account.until", { date: account.until })}</p>
      )}
    </div>
  );
}
