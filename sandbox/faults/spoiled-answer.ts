import { z } from "zod";
import type { Endpoint } from "~/upstream/contract/endpoint";
import type { FaultKind } from "./fault";

/** A complete answer that does not fit the contract. */
interface SpoiledAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Buffer;
}

interface Spoiling {
  endpoint: Endpoint;
  /** Seconds. */
  retryAfter: number;
  /** What the call would have answered; an empty object where the call did not run. */
  made: object;
}

/** Faults of the connection. */
export const CONNECTION_KINDS = ["reset", "hang", "trickle", "huge", "reset_mid_body"] as const;
export type ConnectionKind = (typeof CONNECTION_KINDS)[number];
/** Faults that are refusals of the API. */
export const REFUSAL_KINDS = ["code_401", "code_403", "code_50008", "code_50012", "code_50014"] as const;
export type RefusalKind = (typeof REFUSAL_KINDS)[number];
type AnswerKind = Exclude<FaultKind, ConnectionKind | RefusalKind | "none">;

const DEEP = 10_000;

export function spoiledAnswer(kind: AnswerKind, { endpoint, retryAfter, made }: Spoiling): SpoiledAnswer {
  switch (kind) {
    case "status_500":
    case "status_502":
      return page(Number(kind.slice(-3)), "The gateway has a problem");
    case "status_503":
    case "status_429":
      return page(Number(kind.slice(-3)), "Try again later", { "Retry-After": String(retryAfter) });
    case "empty":
      return jsonAnswer("");
    case "html":
      return page(200, "Maintenance");
    case "truncated":
      return jsonAnswer(half(made));
    case "wrong_types":
      return jsonAnswer(JSON.stringify(wrongTypes(endpoint, made)));
    case "nested":
      return jsonAnswer(withField(made, `${"[".repeat(DEEP)}${"]".repeat(DEEP)}`));
    case "charset":
      return { ...jsonAnswer(Buffer.from(withField(made, '"café"'), "latin1")), headers: LATIN };
    case "redirect":
      return { status: 302, headers: { Location: "/elsewhere" }, body: "" };
    case "bad_gzip":
      return { ...jsonAnswer("this is not gzip"), headers: { ...JSON_TYPE, "Content-Encoding": "gzip" } };
  }
}

/** The refusal that the API would send. */
export function refusalOf(kind: RefusalKind): { status: number; body: object } {
  const code = Number(kind.slice(5));
  const error = { code: "fault", message: "A fault that was set on the control page.", retryable: false };
  return { status: code < 1000 ? code : 400, body: { code, error } };
}

const JSON_TYPE = { "Content-Type": "application/json" };
const LATIN = { "Content-Type": "application/json; charset=iso-8859-1" };

const jsonAnswer = (body: string | Buffer): SpoiledAnswer => ({ status: 200, headers: JSON_TYPE, body });

const page = (status: number, title: string, headers: Record<string, string> = {}): SpoiledAnswer => ({
  status,
  headers: { "Content-Type": "text/html", ...headers },
  body: `<!doctype html><title>${title}</title><h1>${title}</h1>`,
});

/** The first half of an answer: JSON that never closes. */
export function half(made: object): string {
  const text = JSON.stringify({ ...made, code: 0 });
  return text.slice(0, Math.ceil(text.length / 2));
}

const withField = (made: object, value: string): string =>
  JSON.stringify({ ...made, x: 0 }).replace(/0\}$/, `${value}}`);

/** Every field of the answer is a list of lists, which is wrong for all fields of the contract. */
function wrongTypes({ answer }: Endpoint, made: object): object {
  const names = answer instanceof z.ZodObject ? Object.keys(answer.shape) : [];
  return Object.fromEntries([...Object.keys(made), ...names].map((name) => [name, [["wrong"]]]));
}
