import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";

/**
 * What may happen to a request. Not done: reset, hang. Done, but nobody can read it: lost (the connection is cut), bad_gateway (a page of
 * HTML with 502), odd_500 and odd_200 (JSON of no known shape). Done and answered late: slow.
 */
const KINDS = ["reset", "hang", "lost", "bad_gateway", "odd_500", "odd_200", "slow"] as const;

export const faultRule = z.object({
  /** What the request's path begins with. */
  path: z.string(),
  method: z.string().optional(),
  kind: z.enum(KINDS),
  /** How many requests it meets. */
  times: z.number().int().positive().default(1),
});
export type FaultRule = z.input<typeof faultRule>;

const SLOW_MS = 1_500;
const PAGE = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";
const ODD = { oops: { code: [null], message: 7 } };

export class Faults {
  #rules: z.output<typeof faultRule>[] = [];

  /** @returns what takes it back, as far as it has met nothing yet */
  add(rule: FaultRule): () => void {
    const added = faultRule.parse(rule);
    this.#rules.push(added);
    return () => {
      this.#rules = this.#rules.filter((one) => one !== added);
    };
  }

  /** How many rules have not met all of their requests yet. */
  get waiting(): number {
    return this.#rules.length;
  }

  clear(): void {
    this.#rules = [];
  }

  /** The fault that a request meets. */
  take({ method, path }: Pick<Request, "method" | "path">): (typeof KINDS)[number] | undefined {
    const rule = this.#rules.find((rule) => path.startsWith(rule.path) && (rule.method ?? method) === method);
    if (rule === undefined) return undefined;
    rule.times -= 1;
    this.#rules = this.#rules.filter(({ times }) => times > 0);
    return rule.kind;
  }
}

/** Lets a request meet its fault. What is done in spite of it is done by the handlers that follow. */
export function meetFault(kind: (typeof KINDS)[number] | undefined): RequestHandler {
  return (request, response, next) => {
    if (kind === "reset") return void request.socket.destroy();
    if (kind === "hang") return;
    if (kind === "slow") return void setTimeout(next, SLOW_MS);
    if (kind !== undefined) spoil(response, kind);
    next();
  };
}

/** Everything that express answers with goes through `end`, before any header is sent. */
function spoil(response: Response, kind: "lost" | "bad_gateway" | "odd_500" | "odd_200"): void {
  const end = response.end.bind(response);
  response.end = () => {
    if (kind === "lost") {
      response.socket?.destroy();
      return response;
    }
    const isPage = kind === "bad_gateway";
    const body = isPage ? PAGE : JSON.stringify(ODD);
    response.status(isPage ? 502 : kind === "odd_500" ? 500 : 200);
    response.set({ "content-type": isPage ? "text/html" : "application/json", "content-length": `${body.length}` });
    response.end = end;
    return response.end(body);
  };
}
