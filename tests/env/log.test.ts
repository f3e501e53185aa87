import { expect, it } from "vitest";
import { createLog } from "~/create-log.server";
import { UpstreamError } from "~/upstream/client/upstream-error";
import { makeApiError, makeResult } from "../mocks/builders";

function logged(entry: object): string {
  const lines: string[] = [];
  createLog("info", { write: (line) => lines.push(line) }).info(entry, "seen");
  return lines.join("");
}

const SECRET = "s3cr3t";

it.each(["token", "paypal_token", "sign", "email", "bearer", "authorization", "cookie", "set-cookie"])(
  "%s is never written, wherever it stands",
  (name) => {
    const secret = { [name]: SECRET };
    expect(logged({ ...secret, visitor: secret, req: { headers: secret } })).not.toContain(SECRET);
  },
);

it("what helps to find a fault is", () => {
  expect(JSON.parse(logged({ requestId: "req-1", req: { method: "GET" } }))).toMatchObject({
    requestId: "req-1",
    req: { method: "GET" },
    msg: "seen",
  });
});

it("an error tells what happened and why, not what it carries", () => {
  const apiError = makeApiError({ order: makeResult({ receipts: { user_id: 1, signed_time: "1", sign: SECRET } }) });
  const error = new UpstreamError("refused", {
    path: "/x",
    requestId: "req-1",
    apiError,
    cause: new Error("the cause"),
  });
  const line = logged({ err: error });
  expect(line).not.toContain(SECRET);
  expect(JSON.parse(line).err).toMatchObject({ type: "UpstreamError", message: expect.stringContaining("the cause") });
});
