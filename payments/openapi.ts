import { z } from "zod";
import type { Endpoint } from "~/upstream/contract/endpoint";
import { endpoints } from "~/upstream/contract/endpoints";
import { apiError } from "~/upstream/contract/errors";
import { idempotencyKey } from "../app/upstream/contract/values/scalars";

/** The contract as OpenAPI 3.1, made of the same schemas that check every call. */
export function openApi(origin: string) {
  const paths: Record<string, object> = {};
  for (const [operationId, endpoint] of Object.entries(endpoints))
    paths[endpoint.path] = { [endpoint.method.toLowerCase()]: operation(operationId, endpoint) };
  return {
    openapi: "3.1.0",
    info: { title: "Payments API of the VPN checkout", version: "1.0.0" },
    servers: [{ url: origin }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: { ApiError: schemaOf(apiError) },
    },
  };
}

function operation(operationId: string, endpoint: Endpoint) {
  const refused = { description: "Refused", content: jsonContent({ $ref: "#/components/schemas/ApiError" }) };
  return {
    operationId,
    summary: endpoint.summary,
    security: [{}, { bearer: [] }],
    parameters: [...headers(endpoint), ...queryParameters(endpoint)],
    ...(endpoint.body ? { requestBody: { required: true, content: jsonContent(schemaOf(endpoint.body)) } } : {}),
    responses: {
      200: { description: "Answered", content: jsonContent(schemaOf(endpoint.answer)) },
      default: refused,
    },
  };
}

const HEADERS = [
  { name: "X-App-Type", description: "Which app's catalogue; 502 where it is not known" },
  { name: "X-From", description: "The affiliate channel, where there is one" },
  { name: "X-Forwarded-For", description: "The visitor's own address" },
  { name: "X-Request-Id", description: "Comes back in errors as request_id" },
];

function headers(endpoint: Endpoint) {
  const common = HEADERS.map((header) => ({ ...header, in: "header", schema: { type: "string" } }));
  if (endpoint.repeat !== "with-key") return common;
  const description = "The same key with the same purchase is the same attempt, however often it is sent";
  const key = { name: "Idempotency-Key", description, in: "header", required: true };
  return [...common, { ...key, schema: schemaOf(idempotencyKey) }];
}

function queryParameters({ query }: Endpoint) {
  if (!(query instanceof z.ZodObject)) return [];
  return Object.entries(query.shape).map(([name, schema]) => ({
    name,
    in: "query",
    required: !z.safeParse(schema, undefined).success,
    schema: schemaOf(schema),
  }));
}

/** The schema of the input side, also for answers, so that optional fields show as optional. */
function schemaOf(schema: z.core.$ZodType): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: allowMore,
  });
  return rest;
}

/** Both sides ignore unknown fields, so a newer API may add some. */
const allowMore = ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
  delete jsonSchema.additionalProperties;
};

const jsonContent = (schema: object) => ({ "application/json": { schema } });
