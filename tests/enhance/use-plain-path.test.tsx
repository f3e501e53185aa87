import { act } from "@testing-library/react";
import { expect, it } from "vitest";
import { usePlainPath } from "~/enhance/use-plain-path";
import { show } from "../shell/stage";

function Page() {
  usePlainPath();
  return null;
}

it("a navigation to an address with double slashes ends at the plain one, with query and hash", async () => {
  const { router } = show(<Page />, { at: "/payment" });
  await act(() => router.navigate("/de//payment///yearly?country=GB#email"));
  const { pathname, search, hash } = router.state.location;
  expect(pathname + search + hash).toBe("/de/payment/yearly?country=GB#email");
});

it("a plain address is left as it is", async () => {
  const { router } = show(<Page />, { at: "/payment" });
  await act(() => router.navigate("/de/payment?note=a//b"));
  expect(router.state.location.search).toBe("?note=a//b");
  expect(router.state.historyAction).toBe("PUSH");
});
