import { expect, it } from "vitest";
import { readForm } from "~/security/forms.server";

const sent = (body: BodyInit) => readForm(new Request("http://localhost:3000/account", { method: "POST", body }));

it("of a field that comes twice the first counts, and the address adds none", async () => {
  const body = new URLSearchParams("email=a%40example.com&email=b%40example.com");
  const request = new Request("http://localhost:3000/account?email=c%40example.com&intent=logout", {
    method: "POST",
    body,
  });
  expect(await readForm(request)).toEqual({ email: "a@example.com" });
});

it("a file is no field", async () => {
  const form = new FormData();
  form.set("email", new File(["a@example.com"], "email"));
  form.set("plan", "year");
  expect(await sent(form)).toEqual({ plan: "year" });
});

it("what every object has is a field like any other", async () => {
  const fields = await sent(new URLSearchParams("__proto__=x&constructor=y"));
  expect(Object.entries(fields)).toEqual([
    ["__proto__", "x"],
    ["constructor", "y"],
  ]);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});
