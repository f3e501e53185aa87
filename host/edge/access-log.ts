import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { REQUEST_ID } from "~/security/host-facts.server";
import { traceIdOf } from "../tracing/request-spans";
import { loggablePath, loggableQuery } from "./redaction";

/** One line a request, written when its connection is done with it, whether answered or given up by the visitor. */
export function accessLog(log: Logger): RequestHandler {
  return (request, response, next) => {
    const { method, originalUrl, socket } = request;
    const startedAt = performance.now();
    const bytesBefore = socket.bytesWritten;
    response.once("close", () => {
      log.info({
        requestId: response.getHeader(REQUEST_ID),
        trace_id: traceIdOf(response),
        method,
        path: loggablePath(originalUrl),
        query: loggableQuery(originalUrl),
        status: response.statusCode,
        ms: Math.round(performance.now() - startedAt),
        bytes: socket.bytesWritten - bytesBefore,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next();
  };
}
