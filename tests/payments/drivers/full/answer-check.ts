import { z } from "zod";

/** A schema of OpenAPI, as far as answers are held to it. 3.1 has a list of types, or the type "null", where 3.0 has `nullable`. */
interface Shape {
  $ref?: string | undefined;
  type?: string | undefined;
  enum?: readonly unknown[] | undefined;
  nullable?: boolean | undefined;
  required?: readonly string[] | undefined;
  properties?: Readonly<Record<string, Shape>> | undefined;
  items?: Shape | undefined;
  anyOf?: readonly Shape[] | undefined;
  oneOf?: readonly Shape[] | undefined;
  allOf?: readonly Shape[] | undefined;
}

const shape: z.ZodType<Shape> = z.lazy(() =>
  z.object({
    $ref: z.string().optional(),
    type: z
      .string()
      .or(z.array(z.string()).transform((types) => types.join("|")))
      .optional(),
    enum: z.array(z.unknown()).optional(),
    nullable: z.boolean().optional(),
    required: z.array(z.string()).optional(),
    properties: z.record(z.string(), shape).optional(),
    items: shape.optional(),
    anyOf: z.array(shape).optional(),
    oneOf: z.array(shape).optional(),
    allOf: z.array(shape).optional(),
  }),
);

const answer = z.object({
  $ref: z.string().optional(),
  content: z.record(z.string(), z.object({ schema: shape })).optional(),
});
const operation = z.object({ responses: z.record(z.string(), answer) });
const file = z.object({
  paths: z.record(z.string(), z.record(z.string(), operation.optional().catch(undefined))),
  components: z.object({
    schemas: z.record(z.string(), shape),
    responses: z.record(z.string(), answer).default({}),
  }),
});

export interface Description {
  /** The path as the description has it, for an address of it. */
  pathOf(url: string): string | undefined;
  answerTo(method: string, url: string, status: number): Shape | undefined;
  schema(ref: string): Shape | undefined;
}

export function readDescription(json: unknown): Description {
  const { paths, components } = file.parse(json);
  const pathOf = (url: string) => {
    const path = url.split("?")[0] ?? "";
    return Object.keys(paths).find((one) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, "[^/]+")}$`).test(path));
  };
  return {
    pathOf,
    answerTo: (method, url, status) => {
      const responses = paths[pathOf(url) ?? ""]?.[method.toLowerCase()]?.responses;
      const found = responses?.[`${status}`] ?? responses?.default;
      const named = found?.$ref && components.responses[found.$ref.replace("#/components/responses/", "")];
      return (named || found)?.content?.["application/json"]?.schema;
    },
    schema: (ref) => components.schemas[ref.replace("#/components/schemas/", "")],
  };
}

/** Where a value is not of a shape. */
export function oddities(description: Description, shape: Shape | undefined, value: unknown, path = ""): string[] {
  if (shape === undefined) return [`${path} is not described`];
  if (shape.$ref !== undefined) return oddities(description, description.schema(shape.$ref), value, path);
  if (shape.allOf !== undefined) return oddities(description, merged(description, shape), value, path);
  if (shape.oneOf !== undefined)
    return oddities(description, { ...shape, oneOf: undefined, anyOf: shape.oneOf }, value, path);
  if (value === null) return [shape, ...(shape.anyOf ?? [])].some(mayBeNull) ? [] : [`${path} is null`];
  if (shape.anyOf !== undefined)
    return closest(
      shape.anyOf.map((one) => oddities(description, one, value, path)),
      path,
    );
  if (shape.enum !== undefined && !shape.enum.includes(value)) return [`${path} is ${JSON.stringify(value)}`];
  if (shape.type !== undefined && !isOfType(shape.type, value)) return [`${path} is no ${shape.type}`];
  if (Array.isArray(value)) return value.flatMap((item) => oddities(description, shape.items ?? {}, item, `${path}[]`));
  const object = z.record(z.string(), z.unknown()).safeParse(value).data;
  return object === undefined ? [] : ofObject(description, shape, object, path);
}

const mayBeNull = ({ nullable, type }: Shape): boolean =>
  nullable === true || type?.split("|").includes("null") === true;

/** All of several shapes as one. */
function merged(description: Description, { $ref, allOf = [], ...own }: Shape): Shape {
  const parts = [...allOf, ...($ref === undefined ? [] : [description.schema($ref) ?? {}])];
  const flat = parts.map((part) => (part.$ref || part.allOf ? merged(description, part) : part));
  const all = [...flat, own];
  const properties = Object.fromEntries(all.flatMap((one) => Object.entries(one.properties ?? {})));
  const required = all.flatMap((one) => one.required ?? []);
  return {
    type: all.findLast(({ type }) => type !== undefined)?.type,
    enum: all.findLast((one) => one.enum !== undefined)?.enum,
    items: all.findLast(({ items }) => items !== undefined)?.items,
    required,
    properties: all.some((one) => one.properties) ? properties : undefined,
  };
}

function ofObject(description: Description, shape: Shape, object: Record<string, unknown>, path: string): string[] {
  const missing = (shape.required ?? []).filter((name) => object[name] === undefined);
  const known = Object.entries(shape.properties ?? {}).filter(([name]) => object[name] !== undefined);
  const inner = known.flatMap(([name, one]) => oddities(description, one, object[name], `${path}.${name}`));
  const unknown = shape.properties ? Object.keys(object).filter((name) => shape.properties?.[name] === undefined) : [];
  const prefix = z.string().safeParse(object.object).data ?? path;
  return [
    ...missing.map((name) => `${prefix} without ${name}`),
    ...unknown.map((name) => `${prefix} has ${name}`),
    ...inner,
  ];
}

/** Of several shapes that a value may have: the one of its type that differs least. */
function closest(tries: readonly string[][], path: string): string[] {
  const ofItsType = tries.filter((one) => !one[0]?.startsWith(`${path} is no `));
  return (ofItsType.length > 0 ? ofItsType : tries).toSorted((one, other) => one.length - other.length)[0] ?? [];
}

function isOfType(types: string, value: unknown): boolean {
  return types.split("|").some((type) => isOfOneType(type, value));
}

function isOfOneType(type: string, value: unknown): boolean {
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return typeof value === type;
}
