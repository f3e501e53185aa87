import { afterAll, afterEach, beforeAll } from "vitest";
import { upstream } from "../mocks/server";

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"];

beforeAll(() => {
  upstream.listen({
    // Sandbox and host tests talk to real servers on this machine.
    onUnhandledRequest(request, print) {
      if (!LOOPBACK.includes(new URL(request.url).hostname)) print.error();
    },
  });
});
afterEach(() => upstream.resetHandlers());
afterAll(() => upstream.close());
