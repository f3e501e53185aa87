import { randomInt } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import type { Endpoint } from "~/upstream/contract/endpoint";
import type { Context } from "../../payments/context";
import { breakConnection } from "./broken-connection";
import type { Fault } from "./fault";
import {
  CONNECTION_KINDS,
  type ConnectionKind,
  REFUSAL_KINDS,
  type RefusalKind,
  refusalOf,
  spoiledAnswer,
} from "./spoiled-answer";
import { takeFault } from "./store";

/** Runs before a call's handler, after its body was parsed: applies the fault that is set for the call. */
export function faultStep({ db }: Context, name: string, endpoint: Endpoint): RequestHandler {
  return async (request, response, next) => {
    const fault = await takeFault(db, name, matchedText(request));
    if (!fault) return next();
    if (fault.moment === "after") {
      spoilWhatIsMade(response, fault, endpoint);
      return next();
    }
    if (!(await lag(response, fault))) return;
    if (fault.kind === "none") next();
    else spoil(response, fault, { endpoint, made: {}, answer: (made) => response.json(made) });
  };
}

const matchedText = (request: Request): string =>
  [
    request.originalUrl,
    JSON.stringify(request.body ?? {}),
    request.get("Authorization"),
    request.get("X-Forwarded-For"),
  ].join("\n");

/** The handler runs, and its answer is spoiled. */
function spoilWhatIsMade(response: Response, fault: Fault, endpoint: Endpoint): void {
  const answer = response.json.bind(response);
  response.json = (made: object) => {
    void lag(response, fault).then((isWaiting) => {
      if (!isWaiting) return;
      if (fault.kind === "none") answer(made);
      else spoil(response, fault, { endpoint, made, answer });
    });
    return response;
  };
}

interface FaultyAnswer {
  endpoint: Endpoint;
  made: object;
  /** Sends a body as this API sends any answer, also in bare mode. */
  answer(made: object): void;
}

function spoil(response: Response, fault: Fault, what: FaultyAnswer): void {
  const { kind, retry_after: retryAfter } = fault;
  if (kind === "none") return;
  if (isConnectionKind(kind)) {
    breakConnection(response, kind, what.made);
    return;
  }
  if (isRefusalKind(kind)) {
    const { status, body } = refusalOf(kind);
    response.status(status);
    what.answer(body);
    return;
  }
  const { status, headers, body } = spoiledAnswer(kind, { ...what, retryAfter });
  response.writeHead(status, headers).end(body);
}

const isConnectionKind = (kind: string): kind is ConnectionKind => CONNECTION_KINDS.some((one) => one === kind);

const isRefusalKind = (kind: string): kind is RefusalKind => REFUSAL_KINDS.some((one) => one === kind);

/** Waits for the fault's latency. @returns whether the caller is still connected */
function lag(response: Response, { latency_min_ms, latency_max_ms }: Fault): Promise<boolean> {
  const ms = randomInt(latency_min_ms, latency_max_ms + 1);
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(true), ms);
    response.once("close", () => {
      clearTimeout(timer);
      resolve(false);
    });
  });
}
