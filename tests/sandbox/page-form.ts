import { JSDOM } from "jsdom";

/** The only form of a page, as a browser would send it: where to, and its hidden fields. */
export function formIn(html: string): { action: string; fields: Record<string, string> } {
  const { document } = new JSDOM(html).window;
  const forms = [...document.querySelectorAll("form")];
  const [form, ...others] = forms;
  if (!form || others.length > 0) throw new Error(`expected one form, found ${forms.length}`);
  const inputs = [...form.querySelectorAll("input")];
  return {
    action: form.getAttribute("action") ?? "",
    fields: Object.fromEntries(inputs.map(({ name, value }) => [name, value])),
  };
}
