import compression from "compression";
import type { RequestHandler } from "express";
import { BROTLI } from "~/page-cache/page-bytes.server";

/** Brotli or gzip, for what is made for one visitor. */
export const compressed = (): RequestHandler => compression({ brotli: { params: BROTLI } });
