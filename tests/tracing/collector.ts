import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type RequestListener } from "node:http";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { z } from "zod";

const attribute = z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) });
const span = z.object({
  traceId: z.string().length(32),
  spanId: z.string().length(16),
  parentSpanId: z.string().length(16).optional(),
  name: z.string(),
  kind: z.number(),
  attributes: z.array(attribute),
  events: z.array(z.object({ name: z.string() })),
  status: z.object({ code: z.number() }),
});
/** A request of OTLP over HTTP, as JSON. */
const batch = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(attribute) }),
      scopeSpans: z.array(z.object({ spans: z.array(span) })),
    }),
  ),
});

const valuesOf = (attributes: z.output<typeof attribute>[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A span as it came to the collector. */
export type SentSpan = ReturnType<Collector["spans"]>[number];

/** What the site has sent to it. */
export class Collector {
  readonly bodies: string[] = [];
  readonly headers: IncomingHttpHeaders[] = [];
  readonly paths: (string | undefined)[] = [];

  constructor(readonly endpoint: string) {}

  spans() {
    const sent = this.bodies.flatMap((body) => batch.parse(JSON.parse(body)).resourceSpans);
    return sent.flatMap(({ resource, scopeSpans }) =>
      scopeSpans.flatMap(({ spans }) =>
        spans.map(({ attributes, events, ...rest }) => ({
          ...rest,
          attributes: valuesOf(attributes),
          events: events.map(({ name }) => name),
          resource: valuesOf(resource.attributes),
        })),
      ),
    );
  }
}

/** A collector on this machine that takes everything, until the test ends. */
export async function startCollector(): Promise<Collector> {
  const endpoint = await serve((request, response) => {
    collector.paths.push(request.url);
    collector.headers.push(request.headers);
    void text(request).then((body) => {
      collector.bodies.push(body);
      response.setHeader("Content-Type", "application/json").end("{}");
    });
  });
  const collector = new Collector(endpoint);
  return collector;
}

/** One that takes a batch and never says so. */
export const startSilentCollector = (): Promise<string> => serve(() => {});

/** One that refuses, and says what it was sent. */
export const startRefusingCollector = (): Promise<string> =>
  serve((request, response) => void text(request).then((body) => response.writeHead(400).end(body)));

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
