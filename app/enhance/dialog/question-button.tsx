import { useQuestionBefore } from "./use-dialog";

interface Props {
  /** The value of the form's field `intent`. */
  intent: string;
  /** What the button does. */
  label: string;
  question: { title: string; text: string; cancel: string };
}

/** A form's button that sends it; with scripts only after a question. */
export function QuestionButton({ intent, label, question: { title, text, cancel } }: Props) {
  const { Dialog, isOpen, hold, goOn, onClose } = useQuestionBefore();
  return (
    <>
      <button
        className="button-quiet"
        type="submit"
        name={`intent=${intent}`}
        onClick={(press) => hold(press, press.currentTarget)}
      >
        {label}
      </button>
      {Dialog !== undefined && (
        <Dialog
          isOpen={isOpen}
          onClose={onClose}
          title={title}
          message={text}
          hasOverlay
          hasCloseIcon
          cancel={{ label: cancel }}
          confirm={{ label, onPress: goOn }}
        />
      )}
    </>
  );
}
