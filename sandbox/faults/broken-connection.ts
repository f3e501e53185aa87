import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import { type ConnectionKind, half } from "./spoiled-answer";

const TRICKLE_MS = 200;
const HUGE_BYTES = 50 * 1024 * 1024;
const CHUNK = Buffer.alloc(256 * 1024, " ");

/** Simulates a broken connection. Kinds that never end by themselves end when the caller closes the connection. */
export function breakConnection(response: Response, kind: ConnectionKind, made: object): void {
  switch (kind) {
    case "hang":
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "trickle":
      trickle(response);
      return;
    case "reset_mid_body":
      begin(response).write(half(made), () => response.socket?.resetAndDestroy());
      return;
    case "huge":
      // This fault tests clients that stop reading, so a write error is expected.
      pipeline(Readable.from(hugeBody()), begin(response)).catch(() => {});
      return;
  }
}

const begin = (response: Response): Response => response.writeHead(200, { "Content-Type": "application/json" });

function trickle(response: Response): void {
  begin(response).write("{");
  const timer = setInterval(() => response.write(" "), TRICKLE_MS);
  response.once("close", () => clearInterval(timer));
}

function* hugeBody(): Generator<Buffer> {
  for (let sent = 0; sent < HUGE_BYTES; sent += CHUNK.byteLength) yield CHUNK;
}
