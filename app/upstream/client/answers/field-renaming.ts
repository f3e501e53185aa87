import { z } from "zod";
import type { FieldNames } from "~/upstream/contract/values/field-names";

type Fields = Record<string, unknown>;

const fields = z.record(z.string(), z.unknown());

/** The fields of a JSON object; undefined for anything else. */
export const fieldsOf = (value: unknown): Fields | undefined => fields.safeParse(value).data;

/** The value at "a.b"; undefined where there is none. Inherited properties do not count. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((inside, name) => {
    const found = fieldsOf(inside);
    return found !== undefined && Object.hasOwn(found, name) ? found[name] : undefined;
  }, value);
}

/** An object with its fields renamed to our names; fields under our names stay. Other values stay as they are. */
export function withOurNames(value: unknown, names: FieldNames | undefined): unknown {
  const given = fieldsOf(value);
  if (given === undefined || names === undefined) return value;
  return Object.entries(names).reduce((renamed, [ours, others]) => {
    if (valueAt(renamed, ours) != null) return renamed;
    const found = [camelCase(ours), ...others].map((name) => valueAt(given, name)).find((one) => one != null);
    return found === undefined ? renamed : withValue(renamed, ours.split("."), found);
  }, given);
}

function withValue(target: Fields, [name = "", ...rest]: string[], value: unknown): Fields {
  const inner = rest.length === 0 ? value : withValue(fieldsOf(target[name]) ?? {}, rest, value);
  return { ...target, [name]: inner };
}

const camelCase = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
