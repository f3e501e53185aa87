import { z } from "zod";
import { readForm } from "~/security/forms.server";
import type { Returned } from "./provider.server";

/** The returned parameters do not have the provider's format. */
export class MalformedReturn extends Error {
  constructor() {
    super("what came back from the payment provider does not have its shape");
    this.name = "MalformedReturn";
  }
}

/** All parameters a provider's link or form brought; posted fields come before those in the address. */
export async function returnedIn(request: Request): Promise<Returned> {
  const returned = new Map(Object.entries(request.method === "POST" ? await readForm(request) : {}));
  for (const [name, value] of new URL(request.url).searchParams) if (!returned.has(name)) returned.set(name, value);
  return Object.fromEntries(returned);
}

/** The parameters in `shape`; all others are dropped. @throws MalformedReturn */
export function readReturned<S extends z.ZodType>(shape: S, returned: Returned = {}): z.output<S> {
  const parsed = z.safeParse(shape, returned);
  if (!parsed.success) throw new MalformedReturn();
  return parsed.data;
}
