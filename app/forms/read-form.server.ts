import { problem } from "~/problem.server";

const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];

/** A form's text fields, the first of a name where it comes twice. Throws 415 or 400 for what is no form. */
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
