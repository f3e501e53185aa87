import { problem } from "~/errors/errors.server";

const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** A form's text fields; of repeated names the first counts. @throws a 415 or 400 for a body that is not a form */
export async function readForm(request: Request): Promise<Record<string, string>> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
  if (!FORM_TYPES.includes(type)) throw problem(415);
  const form = await request.formData().catch(() => {
    throw problem(400);
  });
  const fields = new Map<string, string>();
  for (const [name, value] of form) {
    if (typeof value === "string" && !fields.has(name)) fields.set(name, value);
  }
  return Object.fromEntries(fields);
}
