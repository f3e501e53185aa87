import { Facts } from "../../payments/html/facts";
import { Table } from "../../payments/html/table";
import { Time } from "../../payments/html/time";
import { MailBadge } from "../html/badge";
import { ControlDocument } from "./control-document";
import { TextField } from "./fields";
import type { Message } from "./mailbox";

interface MailboxPageProps {
  messages: Message[];
  /** The recipient whose mail is shown; undefined: all mail. */
  to: string | undefined;
  siteOrigin: string;
}

export function MailboxPage({ messages, to, siteOrigin }: MailboxPageProps) {
  return (
    <ControlDocument title="Mailbox" place="/control/mailbox">
      <form className="card" method="get" action="/control/mailbox">
        <div className="fields">
          <TextField name="to" label="Only mail to" value={to} />
          <div className="field-button">
            <button type="submit">Show</button>
          </div>
        </div>
      </form>
      <Table
        head={["Subject", "To", "State", "Written"]}
        rows={messages.map(messageRow)}
        empty={to === undefined ? <NoMail siteOrigin={siteOrigin} /> : <NoMailTo to={to} />}
      />
    </ControlDocument>
  );
}

const NoMail = ({ siteOrigin }: { siteOrigin: string }) => (
  <>
    No mail yet: <a href={siteOrigin}>buy a plan on the site</a>, and its receipt comes here.
  </>
);

const NoMailTo = ({ to }: { to: string }) => (
  <>
    No mail to {to}: <a href="/control/mailbox">see all mail</a>.
  </>
);

const messageRow = (message: Message) => ({
  key: message.id,
  cells: [
    <a key="link" href={`/control/mailbox/${message.id}`}>
      {message.subject}
    </a>,
    message.to,
    <MailState key="state" message={message} />,
    <Time key="written" at={Date.parse(message.written_at)} />,
  ],
});

const MailState = ({ message: { state, tries, problem } }: { message: Message }) => (
  <div>
    <MailBadge state={state} />
    {problem !== null && ` tried ${tries} times: ${problem}`}
  </div>
);

export function LetterPage({ message }: { message: Message }) {
  return (
    <ControlDocument title={message.subject} place="/control/mailbox">
      <section className="card">
        <Facts
          facts={[
            [
              "To",
              <a key="to" href={`/control/mailbox?${new URLSearchParams({ to: message.to })}`}>
                {message.to}
              </a>,
            ],
            ["Written", <Time key="written" at={Date.parse(message.written_at)} />],
            ["State", <MailState key="state" message={message} />],
          ]}
        />
        {message.html !== null && (
          <div className="buttons">
            <a className="button" href={`/control/mailbox/${message.id}/html`}>
              As HTML
            </a>
          </div>
        )}
        <pre className="letter">{message.text}</pre>
      </section>
    </ControlDocument>
  );
}
