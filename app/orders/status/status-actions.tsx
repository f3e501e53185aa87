import { useTranslation } from "react-i18next";

/** Where a status page leads; what is missing does not apply. */
export interface Steps {
  payAt?: string;
  payAgainAt?: string;
  otherPlanAt?: string;
  checkAt?: string;
  /** Other ways to pay, after one did not work. */
  methods: { name: string; at: string }[];
}

export function StatusActions({ steps }: { steps: Steps }) {
  const { t } = useTranslation("paystatus");
  return (
    <>
      <p className="actions">
        {steps.payAt !== undefined && (
          <a className="button" href={steps.payAt}>
            {t("continuePaying")}
          </a>
        )}
        {steps.payAgainAt !== undefined && (
          <a className="button" href={steps.payAgainAt}>
            {t("payAgain")}
          </a>
        )}
        {steps.otherPlanAt !== undefined && (
          <a className="button-quiet" href={steps.otherPlanAt}>
            {t("otherPlan")}
          </a>
        )}
        {steps.checkAt !== undefined && (
          <a className="button-quiet" href={steps.checkAt}>
            {t("checkAgain")}
          </a>
        )}
      </p>
      {steps.methods.length > 0 && <OtherMethods methods={steps.methods} />}
    </>
  );
}

function OtherMethods({ methods }: Pick<Steps, "methods">) {
  const { t } = useTranslation("paystatus");
  return (
    <nav className="methods" aria-labelledby="other-methods">
      <h2 id="other-methods">{t("otherMethods")}</h2>
      <p className="actions">
        {methods.map(({ name, at }) => (
          <a key={at} className="button-quiet" href={at}>
            {name}
          </a>
        ))}
      </p>
    </nav>
  );
}
