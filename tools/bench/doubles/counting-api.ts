import { once } from "node:events";
import { Agent, request as ask, createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import { analyticsEvents } from "~/upstream/contract/analytics";
import { plans as plansCall } from "~/upstream/contract/catalogue";
import { withPlans } from "./many-plans";

export interface CountingApi {
  base: string;
  /** Calls since the last time, by method and path; then it counts anew. */
  takeCalls(): Map<string, number>;
  close(): Promise<void>;
}

/** Where calls are passed on to. */
interface Behind {
  origin: string;
  agent: Agent;
  /** How many plans are told of, in place of those on sale. */
  plans: number | undefined;
}

/**
 * Passes calls on to the payments API behind it, and counts. Analytics it takes and forgets: what the sandbox needs to store them is not
 * the site's. `plans`: so many are on sale, copies of those behind it.
 */
export async function startCountingApi(origin: string, plans?: number): Promise<CountingApi> {
  const agent = new Agent({ keepAlive: true });
  let calls = new Map<string, number>();
  const server = createServer((request, response) => {
    const name = `${request.method} ${new URL(request.url ?? "/", origin).pathname}`;
    calls.set(name, (calls.get(name) ?? 0) + 1);
    passOn({ origin, agent, plans }, request, response).catch(() => response.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return {
    base: `http://127.0.0.1:${address.port}`,
    takeCalls: () => {
      const taken = calls;
      calls = new Map();
      return taken;
    },
    close: async () => {
      server.closeAllConnections();
      await once(server.close(), "close");
      agent.destroy();
    },
  };
}

async function passOn({ origin, agent, plans }: Behind, request: IncomingMessage, response: ServerResponse) {
  const address = new URL(request.url ?? "/", origin);
  const { host, ...headers } = request.headers;
  if (address.pathname === analyticsEvents.path) {
    await text(request);
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
    return;
  }
  const asked = ask(address, { method: request.method, headers, agent });
  const [answer] = await Promise.all([answerTo(asked), pipeline(request, asked)]);
  if (plans === undefined || address.pathname !== plansCall.path) {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    return pipeline(answer, response);
  }
  const told: unknown = JSON.parse(await text(answer));
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(withPlans(told, plans)));
}

async function answerTo(asked: ReturnType<typeof ask>): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(asked, "response");
  if (answer === undefined) throw new Error("No answer came");
  return answer;
}
