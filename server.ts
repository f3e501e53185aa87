import { constants } from "node:zlib";
import compression from "compression";
import express, { type Express } from "express";
import { BROTLI } from "~/page-cache/page-bytes.server";
import { answerFromCache } from "./host/answers/cached-pages";
import { pages } from "./host/answers/pages";
import { refusals } from "./host/answers/refusals";
import { accessLog } from "./host/edge/access-log";
import { health, waitUntilLoaded } from "./host/edge/health";
import { addHostFacts } from "./host/edge/host-facts";
import { hostHeaders } from "./host/edge/host-headers";
import { absoluteForm, knownHost } from "./host/edge/known-host";
import { limitedHeaders, shortUserAgent } from "./host/edge/request-headers";
import { allowedMethods, wellFormedUrl } from "./host/edge/request-line";
import { assets } from "./host/edge/static-files";
import { version } from "./host/edge/version";
import { acceptedTypes, limitedBody, limitedFields } from "./host/forms/form-body";
import { ownOrigin } from "./host/forms/own-origin";
import { requestMetrics } from "./host/metrics/request-metrics";
import { overload } from "./host/overload/overload";
import type { Site } from "./host/site";
import { requestSpans } from "./host/tracing/request-spans";

/** What happens to a request before Remix sees it, in this order. */
export function createHost(site: Site): Express {
  const { env, log } = site;
  const host = express();
  host.disable("x-powered-by");
  host.set("trust proxy", env.trustProxyHops);

  host.use(absoluteForm(env.allowedHosts));
  host.use(shortUserAgent());
  host.use(addHostFacts(site));
  if (env.tracing !== undefined) host.use(requestSpans(env));
  host.use(accessLog(log));
  host.use(requestMetrics());
  host.use(hostHeaders(env.publicOrigin));
  host.use(health(site));
  host.use(waitUntilLoaded(site));
  host.use(limitedHeaders());
  host.use(knownHost(env.allowedHosts));
  host.use(allowedMethods());
  host.use(wellFormedUrl());
  // For what is made for one visitor: a third less time than a cached page's, for some 100 bytes.
  const compressed = compression({ brotli: { params: { ...BROTLI, [constants.BROTLI_PARAM_QUALITY]: 5 } } });
  host.use("/builds", compressed);
  host.use(version(site));
  host.use(answerFromCache(site));
  host.use(overload(env));
  host.use(compressed);
  host.use(assets(site));
  host.use(acceptedTypes());
  host.use(limitedBody());
  host.use(limitedFields());
  host.use(ownOrigin(env));
  host.use(pages(site));
  host.use(refusals(site));
  return host;
}
