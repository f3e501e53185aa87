import { expect } from "vitest";
import type { Visitor } from "./visitor";

export const expectApp = ({ page }: Visitor, app: string) =>
  page.getByRole("banner").getByText(app, { exact: true }).waitFor();

/** Nothing that identifies anybody is left in the address. */
export function expectAddress({ page }: Visitor, address: string): void {
  const { pathname, search } = new URL(page.url());
  expect(pathname + search).toBe(address);
}
