import type { Response } from "express";

/** Shows a letter as its reader sees it. It has its styles at its elements; it runs nothing and loads nothing. */
export function sendLetter(response: Response, format: "html" | "text", content: string): void {
  response.set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; sandbox");
  response.type(format).send(content);
}
