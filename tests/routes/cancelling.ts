import { makeApiError } from "../mocks/builders";
import { signedIn } from "./receipt-owner";
import { fieldsOf, page, post, type Shown } from "./site";

export const FORM = "form.change";
export const ENDING = { state: "ending", renewal: undefined } as const;

export const headingOf = ({ see }: Shown) => see.getByRole("heading", { level: 1 }).textContent;
export const targetOf = (answer: Response) => answer.headers.get("location") ?? "";

/** Opens the page and presses its first button. */
export async function press(entered: Record<string, string> = {}, address = "/cancel") {
  const headers = await signedIn();
  return post(address, fieldsOf(await page(address, headers), entered, FORM), headers);
}

export const refusal = (code: string) => makeApiError({ error: { code, message: "" } });
