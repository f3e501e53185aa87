import { type KeyboardEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import { FieldMessage } from "~/forms/error-summary";
import { WITH_FOCUS } from "~/forms/focused-section";

interface Props {
  /** As the buyer has entered it. */
  typed: string;
  isRefused: boolean;
  /** The coupon that is in the price. */
  applied: string | undefined;
  /** The form's action; the page that answers scrolls to this field. */
  action: string;
  error: string | undefined;
  /** The mistake is the page's answer. */
  isAnswer?: boolean;
}

/** The coupon that is in the price, with a way to remove it; or the field for one. */
export function CouponField({ applied, action, ...field }: Props) {
  const { t } = useTranslation("payment");
  const formAction = `${action}#coupon`;
  if (applied === undefined) return <Entry {...field} formAction={formAction} />;
  return (
    <p className="coupon-applied" id="coupon" tabIndex={-1}>
      <span>{t("couponApplied", { coupon: applied })}</span> <input type="hidden" name="coupon" value={applied} />
      <button className="link-button" type="submit" name="intent=remove-coupon" formAction={formAction} formNoValidate>
        {t("couponRemove")}
      </button>
    </p>
  );
}

function Entry({
  typed,
  isRefused,
  formAction,
  error,
  isAnswer = false,
}: Omit<Props, "applied" | "action"> & { formAction: string }) {
  const { t } = useTranslation("payment");
  const apply = useRef<HTMLButtonElement>(null);
  // Enter applies the coupon instead of paying. Without scripts Enter checks the form, and the server shows the new price.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    event.preventDefault();
    apply.current?.click();
  };
  return (
    <details className="coupon" open={typed !== ""}>
      <summary>{t("couponAsk")}</summary>
      <div className="field">
        <label htmlFor="coupon" className="visually-hidden">
          {t("couponLabel")}
        </label>
        <div className="coupon-row">
          <input
            id="coupon"
            name="coupon"
            type="text"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={64}
            defaultValue={typed}
            onKeyDown={onKeyDown}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : "coupon-error"}
            {...(isAnswer && WITH_FOCUS)}
          />{" "}
          <button
            ref={apply}
            className="button-quiet"
            type="submit"
            name="intent=apply-coupon"
            formAction={formAction}
            formNoValidate
          >
            {t("couponApply")}
          </button>
        </div>
        <FieldMessage id="coupon-error" message={error} />
        {isRefused && <input type="hidden" name="refused" value={typed} />}
      </div>
    </details>
  );
}
