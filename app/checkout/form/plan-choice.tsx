import { useNavigate } from "@remix-run/react";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLang } from "~/i18n/use-lang";
import { PlanCard } from "~/offers/plan-cards";
import { paths, safeAddress } from "~/paths";
import { takesDocument } from "~/version/document-due";
import type { CheckoutForm, CheckoutView } from "../checkout-view";
import { ShortLine } from "./short-line";

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
  const chosen = useFocusAfterFolding(planId);
  return (
    <>
      <p className="chosen" ref={chosen} tabIndex={-1}>
        <Tick />
        <span>
          <ShortLine facts={form.summary.short} />
        </span>
      </p>
      <input key={planId} type="checkbox" id="all-plans" className="visually-hidden" onKeyDown={toggle} />
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

/** Enter toggles, too: the label looks like a link. In a checkbox it would send the form. */
function toggle(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== "Enter") return;
  event.preventDefault();
  event.currentTarget.click();
}

/** On narrow screens the button that was pressed is folded away with its plans: the focus goes to the line of the new plan. */
function useFocusAfterFolding(planId: string) {
  const line = useRef<HTMLParagraphElement>(null);
  const shown = useRef(planId);
  useEffect(() => {
    if (shown.current === planId) return;
    shown.current = planId;
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.offsetParent === null) line.current?.focus({ preventScroll: true });
  }, [planId]);
  return line;
}

type ButtonProps = Pick<Props, "form"> & { offer: CheckoutView["offers"][number]; isSelected: boolean };

/** Scripts load only the other plan's data, and what was entered stays as it is. */
function PlanButton({ offer, form: { order, values }, isSelected }: ButtonProps) {
  const lang = useLang();
  const navigate = useNavigate();
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

/** Makes what the fields show the buyer's own: the other plan's data does not know what a form that came back was filled in with. */
function keepEntries(form: HTMLFormElement | null): void {
  for (const field of form?.elements ?? []) {
    if (!(field instanceof HTMLInputElement)) continue;
    const { type, value, checked } = field;
    if (type === "radio") field.checked = checked;
    if (type === "text") field.value = value;
  }
}

function Tick() {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d="m5 12.5 4.5 4.5L19 7.5" />
    </svg>
  );
}
