import { type EmailFormAgain, type EmailFormView, GuardedEmailForm } from "~/forms/guarded-email-form";
import { useLang } from "~/i18n/use-lang";
import { paths } from "~/paths";
import type { LinkedPage } from "~/upstream/contract/subscriptions";

export interface LinkFormWords {
  heading: string;
  text: string;
  hint?: string;
  email: string;
  submit: string;
  sending: string;
}

interface Props {
  /** The page that the link opens, and that the form is sent to. */
  page: LinkedPage;
  form: EmailFormView;
  /** The receipts key in the page's address. */
  receiptKey?: string | undefined;
  again: EmailFormAgain | undefined;
  words: LinkFormWords;
  /** The form is all that the page has. */
  isAlone?: boolean;
}

/** Has a link mailed that opens a page for the owner of an address. */
export function MailedLinkForm({ page, form, receiptKey, again, words, isAlone }: Props) {
  const lang = useLang();
  const Heading = isAlone ? "h1" : "h2";
  return (
    <GuardedEmailForm
      id="find"
      intent="link"
      botAction="subscription_link"
      form={form}
      action={paths[page](lang, { key: receiptKey })}
      again={again}
      words={words}
    >
      <Heading id="find-title">{words.heading}</Heading>
      <p>{words.text}</p>
      {words.hint !== undefined && <p className="hint">{words.hint}</p>}
    </GuardedEmailForm>
  );
}
