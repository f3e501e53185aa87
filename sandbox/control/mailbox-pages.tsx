import { TextField } from "../html/fields";
import { Table } from "../html/table";
import type { Message } from "../mail/mailbox";
import { ControlDocument } from "./control-document";

interface MailboxPageProps {
  messages: Message[];
  /** The recipient whose mail is shown; undefined: all mail. */
  to: string | undefined;
}

export function MailboxPage({ messages, to }: MailboxPageProps) {
  return (
    <ControlDocument title="Mailbox">
      <form method="get" action="/control/mailbox">
        <div className="fields">
          <TextField name="to" label="To" value={to} />
          <button type="submit">Show</button>
        </div>
      </form>
      <Table head={["Written", "To", "Subject", "State"]} rows={messages.map(rowOf)} />
    </ControlDocument>
  );
}

const rowOf = (message: Message) => ({
  key: message.id,
  cells: [
    message.written_at,
    message.to,
    <a key="link" href={`/control/mailbox/${message.id}`}>
      {message.subject}
    </a>,
    stateOf(message),
  ],
});

const stateOf = ({ state, tries, problem }: Message): string =>
  problem === null ? state : `${state}, tried ${tries} times: ${problem}`;

export function LetterPage({ message }: { message: Message }) {
  return (
    <ControlDocument title={message.subject}>
      <dl>
        <dt>To</dt>
        <dd>{message.to}</dd>
        <dt>Written</dt>
        <dd>{message.written_at}</dd>
        <dt>State</dt>
        <dd>{stateOf(message)}</dd>
      </dl>
      {message.html !== null && (
        <p>
          <a href={`/control/mailbox/${message.id}/html`}>As HTML</a>
        </p>
      )}
      <pre className="note">{message.text}</pre>
    </ControlDocument>
  );
}
