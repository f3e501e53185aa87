import { expect, it } from "vitest";
import { readOrderToken } from "~/orders/order-token.server";
import { pay } from "../buying";
import { fieldsOf, page, post, type Shown, shown, tokenIn } from "../site";

const TYPED = "buyer@gmial.com";
const MEANT = "buyer@gmail.com";

/** Presses a button of the form that was shown. */
function press(form: Shown, name: string, entered: Record<string, string> = {}) {
  const button = form.see.getByRole<HTMLButtonElement>("button", { name });
  const pressed = button.name === "" ? {} : { [button.name]: button.value };
  return post("/payment/year", fieldsOf(form, { ...pressed, ...entered }));
}
const emailIn = async (answer: Response) => await readOrderToken(tokenIn(answer));

it("a mistyped mailbox is asked about, and what was typed stays", async () => {
  const asked = await shown(pay({ email: TYPED }));
  // Nothing is wrong with the form: it is asked about, as about a new coupon's price.
  expect([asked.answer.status, asked.see.queryByRole("alert")]).toEqual([200, null]);
  const question = asked.see.getByRole("group", { name: `Did you mean ${MEANT}?` });
  expect([question.hasAttribute("autofocus"), question.tabIndex]).toEqual([true, -1]);
  expect(asked.document.title).not.toMatch(/^Error/);
  expect(asked.see.getByLabelText("Email").getAttribute("aria-invalid")).toBe("false");
  expect(asked.see.getByLabelText<HTMLInputElement>("Email").value).toBe(TYPED);
});

it("the suggestion that is taken is shown in the field, which gets the focus, and is paid with by a further press", async () => {
  const asked = await shown(pay({ email: TYPED }));
  const use = asked.see.getByRole("button", { name: "Yes, change it" });
  expect(use.getAttribute("formaction")).toBe("/payment/year#email");
  const changed = await shown(press(asked, "Yes, change it"));
  const field = changed.see.getByLabelText<HTMLInputElement>("Email");
  expect([changed.answer.status, field.id, field.value]).toEqual([200, "email", MEANT]);
  expect(changed.see.queryByRole("button", { name: "Yes, change it" })).toBeNull();
  expect(fieldsOf(changed).get("attempt")).toBe(fieldsOf(asked).get("attempt"));
  expect(await emailIn(await post("/payment/year", fieldsOf(changed)))).toMatchObject({ email: MEANT });
});

it("one tap keeps what was typed and pays", async () => {
  const answer = await press(await shown(pay({ email: TYPED })), "No, continue to payment");
  expect(await emailIn(answer)).toMatchObject({ email: TYPED });
});

it("sending the form again as it is keeps what was typed", async () => {
  const asked = await shown(pay({ email: TYPED }));
  expect(await emailIn(await post("/payment/year", fieldsOf(asked)))).toMatchObject({ email: TYPED });
});

it("what is corrected by hand beats the suggestion", async () => {
  const asked = await shown(pay({ email: TYPED }));
  const changed = await shown(press(asked, "Yes, change it", { email: "other@example.com" }));
  expect(changed.see.getByLabelText<HTMLInputElement>("Email").value).toBe("other@example.com");
  const answer = await post("/payment/year", fieldsOf(changed));
  expect(await emailIn(answer)).toMatchObject({ email: "other@example.com" });
});

it("whoever was asked is not asked again because of something else", async () => {
  const asked = await shown(pay({ email: TYPED }));
  const mistaken = await shown(press(asked, "No, continue to payment", { quote: "" }));
  expect(mistaken.see.getByRole("alert").textContent).not.toContain("Did you mean");
  expect((await post("/payment/year", fieldsOf(mistaken))).status).toBe(303);
});

it("the question belongs to the same purchase", async () => {
  const form = await page("/payment/year");
  const asked = await shown(post("/payment/year", fieldsOf(form, { email: TYPED, provider: "so" })));
  expect(fieldsOf(asked).get("attempt")).toBe(fieldsOf(form).get("attempt"));
});
