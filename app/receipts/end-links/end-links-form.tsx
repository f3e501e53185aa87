import { useTranslation } from "react-i18next";
import { useQuestionBefore } from "~/enhance/dialog/use-dialog";
import { OwnFields } from "~/forms/own-fields";
import { paths } from "~/paths";
import { useFrame } from "~/shell/page-frame";

/** Ends all older links of an account; with scripts only after a question. */
export function EndLinksForm({ receiptKey }: { receiptKey: string | undefined }) {
  const { t } = useTranslation("receipts");
  const { lang, own } = useFrame();
  const { Dialog, isOpen, hold, goOn, onClose } = useQuestionBefore();
  return (
    <form id="end-links" className="end-links" method="post" action={paths.receipts(lang, { key: receiptKey })}>
      <OwnFields own={own} />
      <p className="hint">{t("endLinks.text")}</p>
      <button
        className="button-quiet"
        type="submit"
        name="intent"
        value="end-links"
        onClick={(press) => hold(press, press.currentTarget)}
      >
        {t("endLinks.submit")}
      </button>
      {Dialog !== undefined && (
        <Dialog
          isOpen={isOpen}
          onClose={onClose}
          title={t("endLinks.question.title")}
          message={t("endLinks.question.text")}
          hasOverlay
          hasCloseIcon
          cancel={{ label: t("endLinks.question.cancel") }}
          confirm={{ label: t("endLinks.submit"), onPress: goOn }}
        />
      )}
    </form>
  );
}
