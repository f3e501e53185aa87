import { useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { useLang } from "~/i18n/use-lang";
import { PlanCard } from "~/offers/plan-cards";
import { paths, safeAddress } from "~/paths";
import { takesDocument } from "~/version/document-due";
import type { CheckoutForm, CheckoutView } from "../checkout-view";

interface Props {
  offers: CheckoutView["offers"];
  form: CheckoutForm;
}

/**
 * The plans as buttons of the form around them, so that without scripts nothing that was entered is lost. On narrow screens only the
 * chosen one is shown, until a link leads to the others.
 */
export function PlanChoice({ offers, form }: Props) {
  const { t } = useTranslation(["payment", "pay-plan", "nav"]);
  const lang = useLang();
  return (
    <>
      <ul className="plans" id="plans" aria-label={t("pay-plan:listLabel")}>
        {offers.map((offer) => (
          <li key={offer.planId} className={offer.planId === form.planId ? "chosen" : undefined}>
            <PlanButton offer={offer} form={form} isSelected={offer.planId === form.planId} />
          </li>
        ))}
      </ul>
      <a className="other-plans" href="#plans">
        {t("payment:otherPlans")}
      </a>{" "}
      <a className="compare-plans" href={paths.pricing(lang)}>
        {t("nav:pricing")}
      </a>{" "}
    </>
  );
}

type ButtonProps = Pick<Props, "form"> & { offer: CheckoutView["offers"][number]; isSelected: boolean };

/** Scripts load only the other plan's data, and what was entered stays as it is. */
function PlanButton({ offer, form: { order, values, summary }, isSelected }: ButtonProps) {
  const lang = useLang();
  const navigate = useNavigate();
  const reduced = summary.coupon === undefined ? undefined : summary.dueToday;
  const onClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (takesDocument(paths.payment(lang, offer.planId))) return;
    event.preventDefault();
    keepEntries(event.currentTarget.form);
    const address = paths.payment(lang, offer.planId, { order, coupon: values.coupon });
    navigate(safeAddress(address), { preventScrollReset: true });
  };
  return (
    <button
      className="plan"
      type="submit"
      name={`intent=change-plan&to=${encodeURIComponent(offer.planId)}`}
      formAction={paths.payment(lang, offer.planId, { order })}
      formNoValidate
      aria-current={isSelected ? "true" : undefined}
      onClick={onClick}
    >
      <PlanCard offer={offer} selected={isSelected ? { facts: summary.short, reduced } : undefined} />
    </button>
  );
}

/** Makes what the fields show the buyer's own: the other plan's data does not know what a form that came back was filled in with. */
function keepEntries(form: HTMLFormElement | null): void {
  for (const field of form?.elements ?? []) {
    if (!(field instanceof HTMLInputElement)) continue;
    const { type, value, checked } = field;
    if (type === "radio") field.checked = checked;
    if (type === "text") field.value = value;
  }
}
