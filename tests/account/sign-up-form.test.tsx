import { act, fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { SignUpForm } from "~/account/account-page";
import type { EmailFormAgain, EmailFormView } from "~/forms/guarded-email-form";
import { press } from "../enhance/passing";
import { show } from "../shell/stage";

const WORDS = "Enter an email address like name@example.com";
const FORM: EmailFormView = {
  visitorFields: { fields: { csrf: "csrf-1", attempt: "attempt-1", stamp: "stamp-1" } },
  emailInvalid: WORDS,
};

const showForm = (form: Partial<EmailFormView> = {}, again?: EmailFormAgain) =>
  show(<SignUpForm form={{ ...FORM, ...form }} action="/account" again={again} />, { page: "account" });

const form = () => screen.getByRole<HTMLFormElement>("form", { name: "Sign in with your email" });
const fields = () => Object.fromEntries(new FormData(form()));

/** Whether the browser sends the form. */
const send = () => act(async () => fireEvent.submit(form()));

it("is sent with all that the server asks for", async () => {
  showForm();
  fireEvent.change(screen.getByLabelText("Email"), { target: { value: "member@example.com" } });
  expect(await send()).toBe(true);
  expect(fields()).toEqual({
    intent: "signup",
    csrf: "csrf-1",
    attempt: "attempt-1",
    email: "member@example.com",
    stamp: "stamp-1",
    subject: "",
  });
});

it("is sent once, however often it is clicked", async () => {
  showForm();
  expect([await send(), await send()]).toEqual([true, false]);
  expect(screen.getByRole("button").textContent).toBe("One moment…");
});

it("the field that nobody is to fill in is there for nobody", () => {
  showForm();
  expect(screen.getAllByRole("textbox").map((field) => field.getAttribute("name"))).toEqual(["email"]);
});

it("where nobody can sign up it is not sent, and says what to do", async () => {
  showForm({ gated: "You can choose another country in it" });
  expect(await send()).toBe(false);
  expect(screen.getByText(/choose another country in it/)).toBeDefined();
  expect(screen.getByRole("button").textContent).toBe("Continue");
});

it("a refused form that stays good keeps its attempt and its stamp, a new one does not", () => {
  const errors = [{ field: "sign-up", message: "Please submit the form again to confirm" }];
  showForm(
    {},
    { values: { email: "member@example.com", visitorFields: { fields: { attempt: "kept", stamp: "kept" } } }, errors },
  );
  expect(fields()).toMatchObject({ email: "member@example.com", attempt: "kept", stamp: "kept" });
});

it("a form that is made anew keeps what was entered only", () => {
  showForm({}, { values: { email: "member@example.com" }, errors: [] });
  expect(fields()).toMatchObject({ email: "member@example.com", attempt: "attempt-1", stamp: "stamp-1" });
});

it("a mistyped mailbox can be kept or changed, each in one tap", () => {
  const open = { suggested: "member@gmail.com", text: "Did you mean …?", use: "Yes", keep: "No, continue" };
  const question = { asked: "member@gmial.com", open };
  showForm({}, { values: { email: question.asked }, errors: [], question });
  const answers = within(form()).getAllByRole<HTMLButtonElement>("button").slice(0, 2);
  expect(answers.map(({ textContent, name }) => [textContent, name])).toEqual([
    ["Yes", "email_use=member%40gmail.com"],
    ["No, continue", ""],
  ]);
  expect(document.activeElement).toBe(screen.getByRole("group", { name: "Did you mean …?" }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(fields()).toMatchObject({ email_asked: "member@gmial.com" });
  fireEvent.input(screen.getByLabelText("Email"), { target: { value: "me@example.com" } });
  expect(screen.queryByRole("group", { name: "Did you mean …?" })).toBeNull();
});

it("a mailbox that was asked about is only remembered", () => {
  showForm({}, { values: { email: "member@gmial.com" }, errors: [], question: { asked: "member@gmial.com" } });
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(fields()).toMatchObject({ email_asked: "member@gmial.com" });
});

it.each([
  ["", false],
  ["member", false],
  ["member@example", false],
  ["member@ex ample.com", false],
  [" Member@Example.COM ", true],
  ["me.m-ber_9@mail.example.co", true],
  ["mem+ber@example.com", true],
])("with %j in the field, it is sent: %s", async (email, isSent) => {
  showForm();
  const field = screen.getByRole("textbox", { name: "Email" });
  fireEvent.change(field, { target: { value: email } });
  expect(await press(screen.getByRole("button"))).toBe(isSent);
  expect(screen.queryAllByText(WORDS)).toHaveLength(isSent ? 0 : 1);
  expect(document.activeElement === field).toBe(!isSent);
});

it("what is said of the field goes when it is put right", async () => {
  showForm();
  await press(screen.getByRole("button"));
  const field = screen.getByRole("textbox", { name: "Email" });
  expect(field.getAttribute("aria-describedby")).toBe(screen.getByText(WORDS).id);
  fireEvent.change(field, { target: { value: "member@example.com" } });
  expect(await press(screen.getByRole("button"))).toBe(true);
  expect([field.getAttribute("aria-invalid"), screen.queryByText(WORDS)]).toEqual(["false", null]);
});

it("a refused form says what is wrong above everything, and gets the focus there", () => {
  const errors = [{ field: "sign-up", message: "Please submit the form again to confirm" }];
  showForm({}, { values: { email: "member@example.com" }, heading: "There’s a problem", errors });
  const summary = screen.getByRole("alert", { name: "There’s a problem" });
  expect(document.activeElement).toBe(summary);
  expect(within(summary).getByRole("link").getAttribute("href")).toBe("#sign-up");
  expect(document.getElementById("sign-up")?.textContent).toBe("Please submit the form again to confirm");
});
