import { once } from "node:events";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { onTestFinished } from "vitest";

export interface Received {
  to: string[];
  /** Headers and body as they came. */
  raw: string;
  messageId: string;
}

export interface TestMailServer {
  url: string;
  received: Received[];
}

/**
 * A mail server on loopback that ends with the test.
 * @param answer what it says to each message in turn; after the last one it takes them
 */
export async function startMailServer(answer: readonly { code: number; text: string }[] = []): Promise<TestMailServer> {
  const received: Received[] = [];
  const answers = [...answer];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => {
      text(stream).then((raw) => {
        const refusal = answers.shift();
        if (refusal) return done(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
        const messageId = /^Message-ID: (\S+)/im.exec(raw)?.[1] ?? "";
        received.push({ to: envelope.rcptTo.map(({ address }) => address), raw, messageId });
        done();
      }, done);
    },
  });
  // A sandbox that is killed resets its connections.
  server.on("error", (error) => {
    if (!("code" in error && error.code === "ECONNRESET")) throw error;
  });
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("the mail server has no port");
  return { url: `smtp://127.0.0.1:${address.port}`, received };
}
