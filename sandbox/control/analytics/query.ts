import type { Response } from "express";
import { z } from "zod";
import { sendPage } from "../../../payments/html/page";
import { MessagePage } from "../../html/document";

/** A parameter of an address that may be left out, or left empty as forms do. */
export const orEmpty = <S extends z.ZodType>(schema: S) =>
  z
    .literal("")
    .transform(() => undefined)
    .or(schema)
    .optional();

/** The parameters of an address; undefined where they are wrong, which the page then says. */
export function queryIn<S extends z.ZodType>(schema: S, query: unknown, response: Response): z.output<S> | undefined {
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  sendPage(response, MessagePage({ title: "Not understood", text: z.prettifyError(parsed.error) }), 422);
  return undefined;
}
