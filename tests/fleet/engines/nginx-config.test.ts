import { expect, it } from "vitest";
import { nginxConfig } from "./nginx-config";

const layout = {
  folder: "/tmp/fleet-1",
  user: undefined,
  port: 7_000,
  sandboxPort: 7_001,
  copies: [
    { port: 7_010, sandboxPort: 7_011 },
    { port: 7_020, sandboxPort: 7_021 },
  ],
};

it("every copy and every sandbox stands behind nginx, which listens on loopback only", () => {
  const text = nginxConfig(layout);
  const serversOf = (name: string) =>
    [...(text.split(`upstream ${name} {`)[1]?.split("}")[0] ?? "").matchAll(/server (\S+)/g)].map(([, one]) => one);
  expect(serversOf("site")).toEqual(["127.0.0.1:7010", "127.0.0.1:7020"]);
  expect(serversOf("sandbox")).toEqual(["127.0.0.1:7011", "127.0.0.1:7021"]);
  expect([...text.matchAll(/listen (\S+);/g)].map(([, one]) => one)).toEqual(["127.0.0.1:7000", "127.0.0.1:7001"]);
});

it("nginx leaves nothing outside its folder, and names a user only for root", () => {
  const text = nginxConfig(layout);
  expect(
    [...text.matchAll(/ (\/[^\s;]+)/g)].filter(([, path = ""]) => path.startsWith("/tmp/fleet-1/") === false),
  ).toEqual([" /", " /assets/", " /"].map((found) => expect.arrayContaining([found])));
  expect(text).not.toContain("user ");
  expect(nginxConfig({ ...layout, user: "root" })).toContain("\nuser root;\n");
});
