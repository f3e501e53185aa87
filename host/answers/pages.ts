import type { Request as HostRequest, Response as HostResponse, RequestHandler } from "express";
import { isForScripts } from "../edge/script-paths";
import { bodyOf } from "../forms/form-body";
import type { Site } from "../site";
import { Refusal } from "./refusal";

/** Connection headers, and those already checked: Remix would answer a mismatched Origin with an empty 500. */
const NOT_FOR_PAGES = new Set([
  "connection",
  "keep-alive",
  "upgrade",
  "expect",
  "transfer-encoding",
  "content-length",
  "origin",
]);

/** Passes the request to Remix, with the public origin in place of its Host, and sends the response. */
export function pages(site: Site): RequestHandler {
  return async (request, response, next) => {
    if (site.render === undefined) return next(new Refusal(503, "the app is not loaded"));
    try {
      const answer = await site.render(toPageRequest(request, response, site.env.publicOrigin));
      if (isLastResort(answer)) return next(new Refusal(500, "the app could not render an answer"));
      if (isForScripts(request.path) && answer.status >= 400 && isHtml(answer)) {
        return next(new Refusal(answer.status, "a page is no answer to a script"));
      }
      await sendAnswer(response, answer);
    } catch (error) {
      next(error);
    }
  };
}

function toPageRequest(request: HostRequest, response: HostResponse, publicOrigin: string): Request {
  return new Request(publicOrigin + request.originalUrl, {
    method: request.method,
    headers: pageHeaders(request, publicOrigin),
    body: request.method === "POST" ? bodyOf(request) : undefined,
    signal: abortedWith(response),
  });
}

/** The request's headers that the app gets. */
export function pageHeaders(request: HostRequest, publicOrigin: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || NOT_FOR_PAGES.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set("host", new URL(publicOrigin).host);
  return headers;
}

/** Aborts the loaders when the visitor leaves. */
function abortedWith(response: HostResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** Remix's response where even its error page failed: plain text with the error's message in it. */
const isLastResort = (answer: Response): boolean =>
  answer.status === 500 && (answer.headers.get("content-type") ?? "text/plain").startsWith("text/plain");

export const isHtml = (answer: Response): boolean =>
  answer.headers.get("content-type")?.startsWith("text/html") ?? false;

/** Pages are rendered completely before they are sent. */
export async function sendAnswer(response: HostResponse, answer: Response, status = answer.status): Promise<void> {
  const body = Buffer.from(await answer.arrayBuffer());
  if (response.headersSent || response.destroyed) return;
  response.status(status);
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") response.append(name, value);
    else response.setHeader(name, value);
  }
  response.end(body);
}
