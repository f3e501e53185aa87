import { expect, test } from "vitest";
import { postForm } from "./form-post";
import { renderStandIn, runHost } from "./running-host";

const SECRETS = ["s3cr3t-token", "5168".repeat(16), "buyer@example.com", "buyer%40example.com", "c00kie"];
const [token, sign, email, encodedEmail, cookie] = SECRETS;

test("a request leaves one line that says what happened", async () => {
  const host = await runHost();
  const answer = await fetch(`${host.origin}/payment/p1?country=GB`);
  await answer.text();
  expect(host.logged).toHaveLength(1);
  expect(JSON.parse(host.logged[0] ?? "")).toMatchObject({
    requestId: answer.headers.get("x-request-id"),
    method: "GET",
    path: "/payment/p1",
    query: ["country"],
    status: 200,
    ms: expect.any(Number),
    bytes: expect.any(Number),
  });
});

test("token, sign, e-mail and cookies never reach the log, whatever fails", async () => {
  const host = await runHost({
    render: async (request) => {
      const { pathname } = new URL(request.url);
      if (pathname === "/boom") throw new Error(`cannot read ${request.url} for ${email}`);
      return renderStandIn(request);
    },
  });
  const query = `uid=1&token=${token}&sign=${sign}&email=${encodedEmail}&${encodedEmail}=1`;
  const headers = { cookie: `paypal_token=${cookie}`, authorization: `Bearer ${token}` };
  for (const path of [
    "/",
    "/boom",
    "/redirect",
    `/r/${token}`,
    `/x/${encodedEmail}`,
    `/x/${email}`,
    `/x/${sign}`,
    "/%zz",
  ]) {
    await fetch(`${host.origin}${path}?${query}`, { headers });
  }
  await postForm(host, "/receipts", `email=${encodedEmail}&sign=${sign}`, headers);
  await postForm(host, `/receipts?${query}`, `email=${encodedEmail}`, { ...headers, origin: "null" });
  const log = host.logged.join("");
  expect(log).toContain('"query":["uid","token","sign","email","*"]');
  for (const secret of SECRETS) expect(log).not.toContain(secret);
});
