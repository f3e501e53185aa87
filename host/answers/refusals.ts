import { STATUS_CODES } from "node:http";
import type { ErrorRequestHandler, Request as HostRequest, Response as HostResponse } from "express";
import { isLocaleCode } from "~/i18n/locales";
import { headersOf, REQUEST_ID } from "~/security/host-facts.server";
import type { Site } from "../site";
import { rendererOf } from "../tracing/render-span";
import { isDataRequest, isForScripts, pageHeaders } from "./page-request";
import { isHtml, sendAnswer } from "./pages";
import { Refusal } from "./refusal";

/** Where every refusal and every crash of a request ends. Must never throw. */
export function refusals(site: Site): ErrorRequestHandler {
  return async (error: unknown, request, response, _next) => {
    if (response.headersSent || request.socket.destroyed) return void response.destroy();
    const status = errorStatusOf(error);
    const requestId = response.getHeader(REQUEST_ID);
    if (status >= 500) site.log.error({ requestId, err: error }, "a request failed");
    else site.log.debug({ requestId, status, err: error }, "a request was refused");
    response.setHeader("Cache-Control", "no-store");
    if (isForScripts(request.path)) return sendProblem(response, status);
    if (isDataRequest(request)) return sendProblem(response.set("X-Remix-Catch", "yes"), status);
    await sendPage(site, request, response, status).catch((cause: unknown) => {
      site.log.error({ requestId, err: cause }, "the page of a refusal failed");
      sendText(response, status);
    });
  };
}

/** Express's own middleware marks its errors by `status`; an abort while reading the body counts as 400. */
function errorStatusOf(error: unknown): number {
  if (error instanceof Refusal) return error.status;
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return typeof status === "number" && status >= 400 && status < 500 ? status : 500;
}

/** The translated page for the status: the app's /404, which gets the status in a header. */
async function sendPage(site: Site, request: HostRequest, response: HostResponse, status: number): Promise<void> {
  const answer = await rendererOf(site)?.(pageOfRefusal(request, site.env.publicOrigin, status));
  if (answer === undefined || answer.status < 400 || !isHtml(answer)) return sendText(response, status);
  await sendAnswer(response, answer, status);
}

function pageOfRefusal(request: HostRequest, publicOrigin: string, status: number): Request {
  const [, first = ""] = request.path.split("/");
  const headers = pageHeaders(request, publicOrigin);
  headers.delete("content-type");
  // A too long cookie is why the request was refused, so the page is rendered without cookies.
  if (status === 431) headers.delete("cookie");
  for (const [name, value] of Object.entries(headersOf({ problem: status }))) headers.set(name, value);
  return new Request(`${publicOrigin}${isLocaleCode(first) ? `/${first}` : ""}/404`, { headers });
}

/** The status as problem details (RFC 9457). */
export function sendProblem(response: HostResponse, status: number): void {
  const instance = response.getHeader(REQUEST_ID);
  const problem = { type: "about:blank", title: STATUS_CODES[status] ?? "Error", status, instance };
  response.status(status).type("application/problem+json").send(JSON.stringify(problem));
}

function sendText(response: HostResponse, status: number): void {
  response
    .status(status)
    .type("text/plain")
    .send(`${status} ${STATUS_CODES[status] ?? "Error"}\n`);
}
