import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { buffer } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { bytesIn, fieldsIn, messagesIn, numberIn, textIn } from "./protobuf";

type Fields = ReturnType<typeof fieldsIn>;

/** Attributes, whose values are texts, yes or no, or whole numbers. The numbers of fields here and below: OTLP's definitions. */
function attributesIn(fields: Fields, number: number): Record<string, string | boolean | number> {
  const pairs = messagesIn(fields, number).map((pair) => {
    const [value = new Map()] = messagesIn(pair, 2);
    const told = value.has(1) ? textIn(value, 1) : value.has(2) ? numberIn(value, 2) === 1 : numberIn(value, 3);
    return [textIn(pair, 1), told] as const;
  });
  return Object.fromEntries(pairs);
}

function statusIn(span: Fields): number {
  const [status] = messagesIn(span, 15);
  return status === undefined ? 0 : numberIn(status, 3);
}

const spanIn = (span: Fields) => ({
  traceId: bytesIn(span, 1)?.toString("hex") ?? "",
  spanId: bytesIn(span, 2)?.toString("hex") ?? "",
  parentSpanId: bytesIn(span, 4)?.toString("hex"),
  name: textIn(span, 5),
  kind: numberIn(span, 6),
  attributes: attributesIn(span, 9),
  events: messagesIn(span, 11).map((event) => textIn(event, 2)),
  status: statusIn(span),
});

function spansIn(body: Buffer) {
  return messagesIn(fieldsIn(body), 1).flatMap((perResource) => {
    const [about = new Map()] = messagesIn(perResource, 1);
    const resource = attributesIn(about, 1);
    const spans = messagesIn(perResource, 2).flatMap((perScope) => messagesIn(perScope, 2));
    return spans.map((span) => ({ ...spanIn(span), resource }));
  });
}

/** A span as it came to the collector. */
export type SentSpan = ReturnType<typeof spansIn>[number];

/** What the site has sent to it. */
export class Collector {
  readonly bodies: Buffer[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  readonly paths: (string | undefined)[] = [];

  constructor(readonly endpoint: string) {}

  spans(): SentSpan[] {
    return this.bodies.flatMap(spansIn);
  }

  /** All that came, to look for texts in it. */
  get text(): string {
    return Buffer.concat(this.bodies).toString("latin1");
  }
}

/** A collector on this machine that takes everything, until the test ends. */
export async function startCollector(): Promise<Collector> {
  const endpoint = await serve((request, response) => {
    collector.paths.push(request.url);
    collector.headers.push(request.headers);
    void buffer(request).then((body) => {
      collector.bodies.push(body);
      response.setHeader("Content-Type", "application/x-protobuf").end();
    });
  });
  const collector = new Collector(endpoint);
  return collector;
}

/** One that takes a batch and never says so. */
export const startSilentCollector = (): Promise<string> => serve(() => {});

/** One that refuses, and says what it was sent. */
export const startRefusingCollector = (): Promise<string> =>
  serve((request, response) => void buffer(request).then((body) => response.writeHead(400).end(body)));

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the collector has no port");
  return `http://127.0.0.1:${address.port}`;
}
