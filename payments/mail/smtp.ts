import { z } from "zod";
import type { MailRow } from "./tables";

/** Where mail is handed over. */
export interface MailServer {
  /** smtp:// or smtps://, with user and password where the server wants them. */
  url: string;
  /** The sender, such as `VPN <receipts@example.com>`. */
  from: string;
}

export type Handed = { kind: "sent" } | { kind: "refused" | "try_again"; problem: string };

export interface MailCarrier {
  /** Never throws. */
  hand(mail: MailRow): Promise<Handed>;
  close(): void;
}

const TIMEOUTS = { dnsTimeout: 5_000, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 10_000 };

/** The server's response code, if it answered: 5xx is permanent. */
const smtpError = z.object({ responseCode: z.number() });

export function mailCarrier({ url, from }: MailServer): MailCarrier {
  const options = { url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true };
  // Without a mail server payments start without what talks to one.
  const transport = import("nodemailer").then(({ createTransport }) => createTransport(options));
  return {
    hand: async (mail) => {
      try {
        await (await transport).sendMail({ ...smtpMessage(mail, from), from });
        return { kind: "sent" };
      } catch (error) {
        const answered = smtpError.safeParse(error);
        const isFinal = answered.success && answered.data.responseCode >= 500;
        return { kind: isFinal ? "refused" : "try_again", problem: problemOf(error) };
      }
    },
    close: () => void transport.then((opened) => opened.close()),
  };
}

/** The message id is made of the mail's id and the sender's host, so that a mail sent twice is recognised as the same. */
const smtpMessage = ({ id, written_at, recipient, subject, body, html }: MailRow, from: string) => ({
  messageId: `<${written_at}.${id}@${/@([^\s>]+)/.exec(from)?.[1] ?? "localhost"}>`,
  date: new Date(written_at),
  to: { name: "", address: recipient },
  subject,
  text: body,
  ...(html === null ? {} : { html }),
});

const problemOf = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 500);
