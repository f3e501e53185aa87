import express, { type Express } from "express";
import { absoluteForm } from "./host/absolute-form";
import { accessLog } from "./host/access-log";
import { compressed } from "./host/compressed";
import { cookieLimits } from "./host/cookie-limits";
import { acceptedTypes, limitedBody, limitedFields } from "./host/form-body";
import { health, waitUntilLoaded } from "./host/health";
import { hostHeaders } from "./host/host-headers";
import { knownHost } from "./host/known-host";
import { overload } from "./host/overload";
import { ownOrigin } from "./host/own-origin";
import { pages } from "./host/pages";
import { refusals } from "./host/refusals";
import { requestId } from "./host/request-id";
import { allowedMethods, wellFormedUrl } from "./host/request-line";
import { shortUserAgent } from "./host/short-user-agent";
import type { Site } from "./host/site";
import { startSite } from "./host/start";
import { assets } from "./host/static-files";
import { visitorAddress } from "./host/visitor-address";

/** What happens to a request before Remix sees it, in this order. */
export function createHost(site: Site): Express {
  const { env, log } = site;
  const host = express();
  host.disable("x-powered-by");
  host.set("trust proxy", env.trustProxyHops);

  host.use(absoluteForm(env.allowedHosts));
  host.use(shortUserAgent());
  host.use(requestId());
  host.use(accessLog(log));
  host.use(hostHeaders(env.publicOrigin));
  host.use(health(site));
  host.use(waitUntilLoaded(site));
  host.use(visitorAddress());
  host.use(knownHost(env.allowedHosts));
  host.use(allowedMethods());
  host.use(wellFormedUrl());
  host.use(cookieLimits());
  host.use(overload(env));
  host.use(compressed());
  host.use(assets(site));
  host.use(acceptedTypes());
  host.use(limitedBody());
  host.use(limitedFields());
  host.use(ownOrigin(env.publicOrigin));
  host.use(pages(site));
  host.use(refusals(site));
  return host;
}

if (process.argv[1] === import.meta.filename) await startSite(createHost);
