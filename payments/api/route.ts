import { randomUUID } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { z } from "zod";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { idempotencyKey } from "../../app/upstream/contract/values/scalars";
import type { Context } from "../context";
import { isStoreAway } from "../store/store-away";
import { Failure, failure } from "./failure";

/** What a handler may know of a request beside its parsed input. */
export interface Caller {
  /** The visitor's IP address, as passed on by the site. */
  address: string;
  /** The app that the visitor came from. */
  appType: number;
  /** Without "Bearer "; empty where there is none. */
  token: string;
  /** @throws Failure where the header is missing or malformed. */
  idempotencyKey(): string;
}

export interface Route {
  endpoint: Endpoint;
  handle: RequestHandler;
  /** The longest body, such as "16kb", which is also the default. */
  bodyLimit?: string;
}

type Handler<I extends z.ZodType, A extends z.ZodType> = (input: z.output<I>, caller: Caller) => Promise<z.input<A>>;
type Ask<A extends z.ZodType> = Endpoint & { answer: A };

const DEFAULT_APP = 502;

/** Makes express routes of contract entries: input and own answers are checked by the same schemas the site uses. */
export function routesIn({ log }: Context) {
  function route<I extends z.ZodType, A extends z.ZodType>(
    endpoint: Ask<A>,
    input: I,
    raw: (request: Request) => unknown,
    handler: Handler<I, A>,
  ): Route {
    const answer = async (request: Request) => {
      const made = await handler(parseInput(input, raw(request)), callerOf(request));
      endpoint.answer.parse(made);
      return made;
    };
    const handle: RequestHandler = (request, response) => {
      answer(request).then(
        (made) => response.set("Cache-Control", "no-store").json(made),
        (error: unknown) => refuse(error, request, response, log),
      );
    };
    return { endpoint, handle };
  }
  return {
    posting: <B extends z.ZodType, A extends z.ZodType>(endpoint: Ask<A> & { body: B }, handler: Handler<B, A>) =>
      route(endpoint, endpoint.body, (request) => request.body ?? {}, handler),
    querying: <Q extends z.ZodType, A extends z.ZodType>(endpoint: Ask<A> & { query: Q }, handler: Handler<Q, A>) =>
      route(endpoint, endpoint.query, (request) => request.query, handler),
    reading: <A extends z.ZodType>(endpoint: Ask<A>, handler: Handler<z.ZodObject, A>) =>
      route(endpoint, z.object({}), () => ({}), handler),
  };
}

function parseInput<I extends z.ZodType>(schema: I, raw: unknown): z.output<I> {
  const parsed = schema.safeParse(raw);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map(({ path }) => path.join("."));
  throw failure(fields.includes("email") ? "email_invalid" : "invalid_request", { detail: fields.join(", ") });
}

function callerOf(request: Request): Caller {
  const forwarded = request.get("X-Forwarded-For")?.split(",")[0]?.trim();
  const [, token = ""] = /^Bearer (.+)$/i.exec(request.get("Authorization") ?? "") ?? [];
  return {
    address: (forwarded || request.socket.remoteAddress) ?? "",
    appType: Number(request.get("X-App-Type")) || DEFAULT_APP,
    token,
    idempotencyKey: () => {
      const parsed = idempotencyKey.safeParse(request.get("Idempotency-Key"));
      if (!parsed.success) throw failure("idempotency_key");
      return parsed.data;
    },
  };
}

/** Seconds after which a call may be tried again that the database could not answer. */
const STORE_PAUSE_S = 2;

const failureOf = (error: unknown): Failure =>
  isStoreAway(error) ? failure("store_away", { retryAfter: STORE_PAUSE_S }) : failure("internal");

/** The only place that turns a refusal, or an error of our own, into an answer. */
export function refuse(error: unknown, request: Request, response: Response, log: Context["log"]): void {
  const requestId = request.get("X-Request-Id")?.slice(0, 128) ?? randomUUID();
  const known = error instanceof Failure ? error : failureOf(error);
  if (known !== error) log.error({ err: error, path: request.path, requestId }, "payments: a call failed");
  if (known.retryAfter !== undefined) response.set("Retry-After", String(known.retryAfter));
  response.status(known.status).set("Cache-Control", "no-store").json(known.answer(requestId));
}
