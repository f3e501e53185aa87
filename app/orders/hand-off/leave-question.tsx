import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useQuestionBefore } from "~/enhance/dialog/use-dialog";

type Hold = ReturnType<typeof useQuestionBefore>["hold"];

/** While a provider's frame is open: asks before a link leads away from the half-paid order. */
export function LeaveQuestion() {
  const { t } = useTranslation("paystatus");
  const { Dialog, isOpen, hold, goOn, onClose } = useQuestionBefore();
  useHeldLinks(hold);
  if (Dialog === undefined) return null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t("leave.title")}
      messageHtml="paystatus:leave.textHtml"
      hasOverlay
      hasCloseIcon
      cancel={{ label: t("leave.leave"), onPress: goOn }}
      confirm={{ label: t("leave.stay") }}
    />
  );
}

/** Holds the site's own links. The provider's page is not away, and neither is another tab or a part of this page. */
function useHeldLinks(hold: Hold): void {
  useEffect(() => {
    const onClick = (press: MouseEvent) => {
      const link = press.target instanceof Element ? press.target.closest("a") : null;
      if (link !== null && link.origin === window.location.origin && !isElsewhere(press) && link.hash === "")
        hold(press, link);
    };
    document.addEventListener("click", onClick);
    return () => document.removeEventListener("click", onClick);
  }, [hold]);
}

const isElsewhere = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;
