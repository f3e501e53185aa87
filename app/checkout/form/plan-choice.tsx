import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLang } from "~/i18n/use-lang";
import { PlanCard } from "~/offers/plan-cards";
import { paths } from "~/paths";
import { safeAddress } from "~/safe-address";
import { takesDocument } from "~/version/document-due";
import type { CheckoutForm, CheckoutView } from "../checkout-view";

interface Props {
  offers: CheckoutView["offers"];
  form: CheckoutForm;
}

/**
 * The plans as buttons of the form around them, so that without scripts nothing that was entered is lost. On narrow screens
 * only the chosen one is shown, in a line, and the others are unfolded by a checkbox, which folds again with each choice.
 */
export function PlanChoice({ offers, form }: Props) {
  const { t } = useTranslation(["payment", "pay-plan"]);
  const { planId } = form;
  return (
    <>
      <p className="chosen">
        <Tick />
        <span>{form.summary.short.join(" · ")}</span>
      </p>
      <input key={planId} type="checkbox" id="all-plans" className="visually-hidden" />
      <label htmlFor="all-plans" className="fold">
        {t("payment:otherPlans")}
      </label>
      <ul className="plans" aria-label={t("pay-plan:listLabel")}>
        {offers.map((offer) => (
          <li key={offer.planId} className={offer.isBest ? "plan-best" : undefined}>
            <PlanButton offer={offer} form={form} isSelected={offer.planId === planId} />
          </li>
        ))}
      </ul>
    </>
  );
}

type ButtonProps = Pick<Props, "form"> & { offer: CheckoutView["offers"][number]; isSelected: boolean };

/** Scripts load only the other plan's data, and what was entered stays as it is. */
function PlanButton({ offer, form: { order, values }, isSelected }: ButtonProps) {
  const lang = useLang();
  const navigate = useNavigate();
  const onClick = (event: MouseEvent) => {
    if (takesDocument(paths.payment(lang, offer.planId))) return;
    event.preventDefault();
    const address = paths.payment(lang, offer.planId, { order, coupon: values.coupon });
    navigate(safeAddress(address), { preventScrollReset: true });
  };
  return (
    <button
      className="plan"
      type="submit"
      name="intent"
      value="change-plan"
      formAction={paths.payment(lang, offer.planId, { order })}
      formNoValidate
      aria-current={isSelected ? "true" : undefined}
      onClick={onClick}
    >
      <PlanCard offer={offer} isSelected={isSelected} />
    </button>
  );
}

function Tick() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </svg>
  );
}
