import type { Request, RequestHandler } from "express";
import { isOwnPost } from "~/security/own-origin.server";
import { Refusal } from "../answers/refusal";
import type { Site } from "../site";
import { parsedFormOf } from "./form-body";

/** Refuses what the app would refuse (app/security/), before it costs more: Remix would answer first, with an empty 500. */
export function ownOrigin({ publicOrigin, allowedHosts }: Site["env"]): RequestHandler {
  return async (request, _response, next) => {
    if (request.method !== "POST") return next();
    const isOwn = await isOwnPost(postIn(request, publicOrigin), { publicOrigin, allowedHosts });
    next(isOwn ? undefined : new Refusal(403, "the form was not sent from a page of this site"));
  };
}

const postIn = (request: Request, publicOrigin: string): Parameters<typeof isOwnPost>[0] => ({
  pathname: new URL(publicOrigin + request.originalUrl).pathname,
  header: (name) => request.get(name),
  form: () => parsedFormOf(request),
});
