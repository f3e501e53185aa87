import type { Response as HostResponse, RequestHandler } from "express";
import type { Site } from "../site";
import { rendererOf } from "../tracing/render-span";
import { nameView, newlyCachedAnswer, sendCached } from "./cached-pages";
import { isForScripts, pageRequest } from "./page-request";
import { Refusal } from "./refusal";

/** Passes the request to Remix, with the public origin in place of its Host, and sends the response. */
export function pages(site: Site): RequestHandler {
  return async (request, response, next) => {
    const render = rendererOf(site);
    if (render === undefined) return next(new Refusal(503, "the app is not loaded"));
    const cached = await newlyCachedAnswer(site, request);
    if (cached !== undefined) return sendCached(response, cached);
    const answer = await render(pageRequest(request, response, site.env.publicOrigin));
    if (isLastResort(answer)) return next(new Refusal(500, "the app could not render an answer"));
    if (isForScripts(request.path) && answer.status >= 400 && isHtml(answer)) {
      return next(new Refusal(answer.status, "a page is no answer to a script"));
    }
    await sendAnswer(response, answer);
  };
}

/** Remix's response where even its error page failed: plain text with the error's message in it. */
const isLastResort = (answer: Response): boolean =>
  answer.status === 500 && (answer.headers.get("content-type") ?? "text/plain").startsWith("text/plain");

export const isHtml = (answer: Response): boolean =>
  answer.headers.get("content-type")?.startsWith("text/html") ?? false;

/** The text of a page, which the app hands over beside the stream; see app/entry.server.tsx. */
const renderedTextOf = (answer: Response): string | undefined =>
  "html" in answer && typeof answer.html === "string" ? answer.html : undefined;

/** Pages are rendered completely before they are sent. */
export async function sendAnswer(response: HostResponse, answer: Response, status = answer.status): Promise<void> {
  const body = renderedTextOf(answer) ?? Buffer.from(await answer.arrayBuffer());
  if (response.headersSent || response.destroyed) return;
  response.status(status);
  for (const [name, value] of answer.headers) {
    if (name === "set-cookie") response.append(name, value);
    else response.setHeader(name, value);
  }
  if (isHtml(answer)) nameView(response);
  response.end(body);
}
