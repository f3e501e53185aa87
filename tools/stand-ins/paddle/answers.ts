import { randomUUID } from "node:crypto";
import type { Request, Response } from "express";
import { z } from "zod";

const meta = () => ({ request_id: randomUUID() });

export const send = (response: Response, data: object, status = 200) =>
  void response.status(status).json({ data, meta: meta() });

export const failure = (response: Response, status: number, error: object) =>
  void response.status(status).json({ error, meta: meta() });

const pageAsked = z.looseObject({
  after: z.string().optional(),
  per_page: z.coerce.number().int().positive().optional(),
  order_by: z.enum(["id[ASC]", "id[DESC]"]).default("id[DESC]"),
});

/** One page of a list. @param most of a page, whatever is asked for */
export function sendList<T extends { readonly id: string }>(
  request: Request,
  response: Response,
  oldestFirst: readonly T[],
  view: (one: T) => object,
  most: number,
): void {
  const { after, per_page: asked = most, order_by } = pageAsked.parse(request.query);
  const all = order_by === "id[ASC]" ? oldestFirst : oldestFirst.toReversed();
  const from = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1;
  const per_page = Math.min(asked, most);
  const page = all.slice(from, from + per_page);
  const next = `https://api.paddle.com${request.path}?after=${page.at(-1)?.id ?? ""}`;
  const pagination = { per_page, next, has_more: all.length > from + per_page, estimated_total: all.length };
  response.json({ data: page.map(view), meta: { ...meta(), pagination } });
}
