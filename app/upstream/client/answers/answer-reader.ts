import { z } from "zod";
import type { AnsweredList, AnswerOf, Endpoint } from "~/upstream/contract/endpoint";
import { LIST_NAMES } from "~/upstream/contract/values/field-names";
import { fieldsOf, withOurNames } from "./field-renaming";

type Read<E extends Endpoint> =
  /** `leftOut`: why items of the answer's list are not in it. */
  { ok: true; answer: AnswerOf<E>; leftOut: z.ZodError[] } | { ok: false; error: z.ZodError };

/** Reads an answer out of its envelope, with its fields renamed to ours and unneeded errors ignored. Never throws. */
export function readAnswer<E extends Endpoint>(endpoint: E, inside: unknown): Read<E> {
  const { shaped, leftOut } = endpoint.list
    ? readableItems(inside, endpoint.list)
    : { shaped: onlyOne(inside), leftOut: [] };
  const parsed = z.safeParse<E["answer"]>(endpoint.answer, withOurNames(shaped, endpoint.names));
  return parsed.success ? { ok: true, answer: parsed.data, leftOut } : { ok: false, error: parsed.error };
}

/** An array with one element is read as that element. */
const onlyOne = (inside: unknown): unknown => (Array.isArray(inside) && inside.length === 1 ? inside[0] : inside);

/** If no item of a list can be read, the whole list is an error, so that an older cached answer can be used. */
function readableItems(inside: unknown, { name, item, names }: AnsweredList) {
  const fields = fieldsOf(inside) ?? {};
  const list = [inside, ...[name, ...LIST_NAMES].map((one) => fields[one])].find(Array.isArray);
  if (list === undefined) return { shaped: inside, leftOut: [] };
  const items = list.map((one: unknown) => withOurNames(one, names));
  const leftOut = items.flatMap((one) => item.safeParse(one).error ?? []);
  const readable = leftOut.length === items.length ? items : items.filter((one) => item.safeParse(one).success);
  return { shaped: { ...fields, [name]: readable }, leftOut };
}
