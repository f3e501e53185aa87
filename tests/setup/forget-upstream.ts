import { afterEach } from "vitest";

/** No test sees an answer, an open circuit or a spent retry of another one. */
afterEach(async () => {
  const { forgetUpstream } = await import("../mocks/forget-upstream");
  forgetUpstream();
});
