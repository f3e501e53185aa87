import type { Request as HostRequest, Response as HostResponse, RequestHandler } from "express";
import { isForScripts } from "../edge/script-paths";
import { bodyOf } from "../forms/form-body";
import type { Site } from "../site";
import { Refusal } from "./refusal";

/** Of the connection or of the checks before: they mean nothing to a page. A second look at Origin is Remix's empty 500. */
const NOT_FOR_PAGES = new Set([
  "connection",
  "keep-alive",
  "upgrade",
  "expect",
  "transfer-encoding",
  "content-length",
  "origin",
]);

/** Hands the request to Remix, on the public origin whatever its Host, and its answer back. */
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

/** The visitor's headers as the app may see them. */
export function pageHeaders(request: HostRequest, publicOrigin: string): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (value === undefined || NOT_FOR_PAGES.has(name)) continue;
    headers.set(name, Array.isArray(value) ? value.join(", ") : value);
  }
  headers.set("host", new URL(publicOrigin).host);
  return headers;
}

/** Loaders stop when the visitor has gone. */
function abortedWith(response: HostResponse): AbortSignal {
  const controller = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** What Remix says when even its error page failed: bare text, with the message in it. */
const isLastResort = (answer: Response): boolean =>
  answer.status === 500 && (answer.headers.get("content-type") ?? "text/plain").startsWith("text/plain");

export const isHtml = (answer: Response): boolean =>
  answer.headers.get("content-type")?.startsWith("text/html") ?? false;

/** Pages are rendered whole, so the answer is sent whole. */
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
