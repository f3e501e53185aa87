import { useTranslation } from "react-i18next";
import { SendingMessage } from "~/enhance/sending/sending-message";
import { useSingleSubmit } from "~/enhance/sending/use-single-submit";
import { ErrorSummary, FieldMessage } from "~/forms/error-summary";
import { HiddenVisitorFields } from "~/forms/visitor-fields";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";
import type { DetailsAnswer, DetailsView } from "./details.server";

/** The example of the form. */
const VAT_ID = "DE136695976";

interface Props {
  invoiceId: string;
  receiptKey: string | undefined;
  details: DetailsView;
  /** To the form that came back. */
  answer: DetailsAnswer | undefined;
}

/** Has the receipt made out to a name, company, address and VAT id. It unfolds in place, also without scripts. */
export function DetailsForm({ invoiceId, receiptKey, details, answer }: Props) {
  const { t } = useTranslation("receipts");
  const { lang, visitorFields } = useFrame();
  const { sending, onSubmit } = useSingleSubmit();
  const isSending = sending === "waiting";
  const values = answer?.values ?? details.values;
  const entry = (name: EntryProps["name"]) => ({
    name,
    value: values[name],
    error: answer?.errors.find(({ field }) => field === `details-${name}`)?.message,
  });
  return (
    <details className="send made-out" open={answer !== undefined}>
      <summary className="button-quiet">{t("details.open")}</summary>
      <form
        method="post"
        action={paths.receipt(lang, invoiceId, { key: receiptKey })}
        onSubmit={onSubmit}
        noValidate
        aria-label={t("details.open")}
      >
        <ErrorSummary heading={answer?.heading} errors={answer?.errors ?? []} />
        <p className="hint">
          {t("details.text")} {details.until}
        </p>
        <input type="hidden" name="version" value={details.version} />
        <HiddenVisitorFields visitorFields={visitorFields} />
        <Entry {...entry("name")} label={t("details.name")} autoComplete="name" />
        <Entry {...entry("company")} label={t("details.company")} autoComplete="organization" />
        <Entry {...entry("address")} label={t("details.address")} autoComplete="street-address" />
        <Entry
          {...entry("vat_id")}
          label={t("details.vatId")}
          hint={t("details.vatIdHint", { example: VAT_ID })}
          autoComplete="off"
        />
        <SendingMessage sending={sending} />
        <button className="button" type="submit" aria-disabled={isSending} aria-busy={isSending}>
          {isSending ? t("sending") : t("details.save")}
        </button>
      </form>
    </details>
  );
}

interface EntryProps {
  name: "name" | "company" | "address" | "vat_id";
  label: string;
  hint?: string;
  value: string | undefined;
  error: string | undefined;
  autoComplete: string;
}

/** A long text is not cut off by the browser: the server says that it is too long, and nothing is lost. */
function Entry({ name, label, hint, value, error, autoComplete }: EntryProps) {
  const id = `details-${name}`;
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const field = {
    ...{ id, name, autoComplete, defaultValue: value, dir: name === "vat_id" ? "ltr" : "auto" },
    ...{ "aria-invalid": error !== undefined, "aria-describedby": describedBy || undefined },
  };
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {name === "address" ? <textarea rows={4} {...field} /> : <input type="text" {...field} />}
      <FieldMessage id={`${id}-error`} message={error} />
    </div>
  );
}
