import { expect, it } from "vitest";
import { nginxConfig, shippedNginx } from "../../../tools/fleet/engines/nginx-config";

const SHIPPED = shippedNginx("deploy/nginx-fleet.conf");
const layout = {
  folder: "/tmp/fleet-1",
  user: undefined,
  port: 7_000,
  apiPort: 7_001,
  copies: [1, 2, 3].map((number) => ({ port: 7_000 + 10 * number, apiPort: 7_001 + 10 * number })),
};

/** What is said after a word, comments aside. */
const after = (word: string, text: string): string[] =>
  [...text.matchAll(new RegExp(`^ *${word} ([^\\s;]+)`, "gm"))].map(([, found = ""]) => found);

it("the nginx of the fleet listens on loopback only, before three copies and their sandboxes", () => {
  const text = nginxConfig(SHIPPED, layout);
  expect(after("listen", text)).toEqual(["127.0.0.1:7000", "127.0.0.1:7001"]);
  expect(after("server", text).filter((place) => place !== "{")).toEqual(
    [7_010, 7_020, 7_030, 7_011, 7_021, 7_031].map((port) => `127.0.0.1:${port}`),
  );
});

it("it leaves nothing outside the fleet's folder, and names a user only for root", () => {
  const text = nginxConfig(SHIPPED, layout);
  const written = ["pid", "error_log", "access_log", "proxy_cache_path", "client_body_temp_path", "proxy_temp_path"];
  const paths = written.flatMap((word) => after(word, text)).filter((path) => path !== "off");
  expect(paths).toHaveLength(written.length);
  expect(paths.filter((path) => !/^\/tmp\/fleet-1\/[\w.-]+$/.test(path.replace("/assets", "")))).toEqual([]);
  expect(after("user", text)).toEqual([]);
  expect(after("user", nginxConfig(SHIPPED, { ...layout, user: "root" }))).toEqual(["root"]);
});

it("a shipped file that has changed in what is replaced is told, and not half replaced", () => {
  expect(() => nginxConfig(SHIPPED.replace("listen 8081", "listen 8082"), layout)).toThrow("has no listen 8081");
});
