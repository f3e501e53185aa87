import { z } from "zod";
import type { Returned } from "./provider-flow";

/** What came back cannot have been written by the provider. */
export class MalformedReturn extends Error {
  constructor() {
    super("what came back from the payment provider does not have its shape");
    this.name = "MalformedReturn";
  }
}

/** The few things a provider may say, read by name; whatever else came back stays behind. @throws MalformedReturn */
export function readReturned<S extends z.ZodType>(shape: S, returned: Returned = {}): z.output<S> {
  const parsed = z.safeParse(shape, returned);
  if (!parsed.success) throw new MalformedReturn();
  return parsed.data;
}
