import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { onTestFinished, vi } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { choose, openingOf, type Trial } from "../provider-under-test";
import { type Description, oddities, readDescription } from "./answer-check";

const STEADY = fileURLToPath(new URL("../../../../node_modules/.bin/steady", import.meta.url));
const FORMS = ["form-object", "form-array"].map((what) => `--validator-${what}-format=brackets`);

/** The folder with the providers' own descriptions of their APIs. */
export const DESCRIPTIONS = process.env.PROVIDER_DESCRIPTIONS;

/** What stands between a driver and its stand-in: each request and each answer is held to the provider's description. */
export interface DescribedApi {
  readonly origin: string;
  /** What differs from the description, each once: "POST /v1/…: body Unknown property: …", "an answer: charge without …". */
  readonly found: ReadonlySet<string>;
}

/**
 * @param files in the folder of descriptions: each has some of the API's paths @param standIn the stand-in's origin
 * @param lists how a list is written in a query
 */
export async function describedApi(
  files: readonly string[],
  standIn: string,
  lists: "brackets" | "comma" = "brackets",
): Promise<DescribedApi> {
  const described = await Promise.all(files.map((file) => describe(file, lists)));
  const found = new Set<string>();
  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy());
  });
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const sent = await read(request);
    const its = described.find(({ description }) => description.pathOf(sent.url) !== undefined);
    if (its === undefined) found.add(`${sent.method} ${sent.url.split("?")[0]} is not described`);
    for (const error of its ? errorsIn(await its.checked(sent)) : [])
      found.add(`${nameOf(sent, its?.description)}: ${error}`);
    const answer = await fetch(standIn + sent.url, { ...sent, redirect: "manual" });
    const text = await answer.text();
    const shape = its?.description.answerTo(sent.method, sent.url, answer.status);
    for (const oddity of its && text !== "" ? oddities(its.description, shape, JSON.parse(text)) : [])
      found.add(`an answer: ${oddity}`);
    response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  };
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close().closeAllConnections());
  return { origin: originOf(server.address()), found };
}

/** Buyers of a driver whose calls are checked on their way. @param origin the described API's */
export const buyersOf =
  (trial: Trial, driver: Trial["driver"], origin: string) =>
  async (changes: Parameters<typeof openingOf>[1], ...outcomes: string[]) => {
    const opening = openingOf(trial.time, changes);
    const opened = await driver.open(opening, trial.call);
    // The pages are the stand-in's own.
    const payAt = opened.payAt?.replace(origin, trial.standIn.origin);
    for (const outcome of outcomes) await choose({ ...opened, payAt }, outcome);
    const name = { attemptId: opening.attemptId, reference: opened.reference };
    return { opening, name, standing: await driver.ask(name, trial.call) };
  };

async function describe(file: string, lists: string) {
  const path = `${DESCRIPTIONS}/${file}`;
  const text = readFileSync(path, "utf8");
  const isJson = file.endsWith(".json");
  const description = readDescription(isJson ? JSON.parse(text) : parse(text, { maxAliasCount: -1 }));
  let steady = await startSteady(path, lists);
  /** The mock has ended by itself once in a while: then another one is asked. What it says does not depend on what came before. */
  const checked = async (sent: Sent): Promise<Response> => {
    try {
      return await fetch(steady + sent.url, sent);
    } catch {
      steady = await startSteady(path, lists);
      return fetch(steady + sent.url, sent);
    }
  };
  return { description, checked };
}

type Sent = Awaited<ReturnType<typeof read>>;

const originOf = (address: AddressInfo | string | null): string => {
  if (address === null || typeof address === "string") throw new Error("It does not listen");
  return `http://127.0.0.1:${address.port}`;
};

const nameOf = ({ method, url }: { method: string; url: string }, description: Description | undefined): string =>
  `${method} ${description?.pathOf(url) ?? url}`;

async function read(request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(z.instanceof(Buffer).parse(chunk));
  const names = [
    "authorization",
    "content-type",
    "stripe-version",
    "paddle-version",
    "idempotency-key",
    "paypal-request-id",
    "prefer",
  ];
  const headers = names.flatMap((name): [string, string][] => {
    const value = request.headers[name];
    return typeof value === "string" ? [[name, value]] : [];
  });
  const { method = "GET", url = "/" } = request;
  return { method, url, headers, ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}) };
}

function errorsIn({ headers }: Response): string[] {
  const count = Number(headers.get("x-steady-error-count") ?? 0);
  return Array.from({ length: count }, (_, at) => {
    const of = (part: string) => headers.get(`x-steady-error-${at + 1}-${part}`) ?? "";
    return `${of("path")} ${of("message")}`;
  });
}

/** @returns its origin, once it answers */
async function startSteady(file: string, lists: string): Promise<string> {
  const port = await freePort();
  const forms = [...FORMS, `--validator-query-array-format=${lists}`];
  const process = spawn(STEADY, ["--host", "127.0.0.1", "-p", `${port}`, "-q", "--no-color", ...forms, file], {
    detached: true,
    stdio: "ignore",
  });
  onTestFinished(() => end(process));
  const origin = `http://127.0.0.1:${port}`;
  await vi.waitFor(() => fetch(origin).then((answer) => answer.text()), { timeout: 60_000, interval: 100 });
  return origin;
}

/** Its program starts another one, which does the work. */
function end({ pid, exitCode, signalCode }: ChildProcess): void {
  if (pid !== undefined && exitCode === null && signalCode === null) process.kill(-pid);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = new URL(originOf(server.address()));
  await new Promise((resolve) => server.close(resolve));
  return Number(port);
}
