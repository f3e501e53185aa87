import { useLocation } from "@remix-run/react";
import { act, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { usePlainPath } from "~/enhance/use-plain-path";
import { show } from "../components/stage";

function Address() {
  usePlainPath();
  const { pathname, search, hash } = useLocation();
  return <p role="status">{pathname + search + hash}</p>;
}
const address = () => screen.getByRole("status").textContent;

it("double slashes collapse after a navigation, and query and hash stay", async () => {
  const { router } = show(<Address />, { at: "/de" });
  await act(() => router.navigate("/de//payment///year?country=GB#quote"));
  expect(address()).toBe("/de/payment/year?country=GB#quote");
});

it("the way back does not lead to the double slashes", async () => {
  const { router } = show(<Address />, { at: "/de" });
  await act(() => router.navigate("/de//payment"));
  await act(() => router.navigate(-1));
  expect(address()).toBe("/de");
});
