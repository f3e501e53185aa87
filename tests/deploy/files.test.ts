import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { readEnv } from "~/env.server";
import { readEnvironment } from "../../payments/environment/read-environment";
import { paymentsVariables as paymentsVariablesRead } from "../../payments/environment/variables";
import { contextPaths, dockerfileStages, lastStage, ROOT, textsOf } from "../../tools/image/dockerfile";

const read = (path: string): string => readFileSync(join(ROOT, "deploy", path), "utf8");
const files = readdirSync(join(ROOT, "deploy"), { recursive: true, encoding: "utf8" }).filter((path) =>
  statSync(join(ROOT, "deploy", path)).isFile(),
);

/** What a process needs after it was told to stop, beside DRAIN_MS: requests in flight, and the last events. */
const END_S = 12;

const variables = z.record(z.string(), z.string());
const composeFile = z.object({
  services: z.record(
    z.string(),
    z.object({
      environment: variables.optional(),
      read_only: z.literal(true),
      cap_drop: z.tuple([z.literal("ALL")]),
      security_opt: z.tuple([z.literal("no-new-privileges:true")]),
      restart: z.literal("unless-stopped"),
      stop_grace_period: z.string().optional(),
      ports: z.array(z.string()).optional(),
      networks: z.union([z.array(z.string()), z.record(z.string(), z.object({ ipv4_address: z.string().optional() }))]),
      extra_hosts: z.array(z.string()).optional(),
      deploy: z.object({ resources: z.object({ limits: z.object({ memory: z.string() }) }) }),
    }),
  ),
});
const probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) });
const deployment = z.object({
  spec: z.object({
    template: z.object({
      spec: z.object({
        terminationGracePeriodSeconds: z.number(),
        containers: z.tuple([
          z.object({
            ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
            startupProbe: probe,
            readinessProbe: probe,
            livenessProbe: probe,
          }),
        ]),
      }),
    }),
  }),
});

const compose = composeFile.parse(parse(read("compose.yaml"), { merge: true }));
const { services } = compose;
const copies = Object.entries(services).flatMap(([name, service]) => (/^copy-\d$/.test(name) ? [service] : []));
const config = z.object({ data: variables }).parse(parse(read("kubernetes/config.yaml"))).data;
const siteVariables = parseEnv(read("site.env.example"));
const production = composeFile.parse(parse(read("compose.production.yaml"), { merge: true })).services;
const unit = read("systemd/vpn-checkout@.service");

/** What Compose does before a container sees it. */
const filledIn = (given: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value.replace(/\$\{[^}]+\}/g, "a-secret-that-has-32-letters-or-so"),
    ]),
  );

const imageVariables = Object.fromEntries(
  textsOf(lastStage(), "ENV").flatMap((line) => line.split(/\s+/).map((word) => word.split("=", 2))),
);
const unitVariables = Object.fromEntries(
  (/^Environment=(.+)$/m.exec(unit)?.[1] ?? "")
    .replaceAll("%i", "3000")
    .split(" ")
    .map((word) => word.split("=", 2)),
);
const OWN_SECRETS = {
  SESSION_SECRETS: randomBytes(36).toString("base64"),
  REDIS_URL: `rediss://:${randomBytes(9).toString("hex")}@cache.example.com:6379`,
};
const SETTINGS = [
  ["the image", imageVariables],
  ["a copy in Compose", { ...imageVariables, ...filledIn(copies[0]?.environment ?? {}) }],
  ["a pod", { ...imageVariables, ...config, ...siteVariables, ...OWN_SECRETS }],
  [
    "a copy in production's Compose",
    { ...imageVariables, ...siteVariables, ...production["copy-1"]?.environment, ...OWN_SECRETS },
  ],
  ["a systemd unit in production", { ...unitVariables, ...siteVariables, ...OWN_SECRETS }],
  ["a systemd unit", { ...unitVariables, SESSION_SECRETS: "a-secret-that-has-32-letters-or-so" }],
] as const;

const paymentsVariables = parseEnv(read("payments.env.example"));
const paymentsUnit = read("systemd/vpn-checkout-payments.service");
const ofPaymentsUnit = Object.fromEntries(
  (/^Environment=(.+)$/m.exec(paymentsUnit)?.[1] ?? "").split(" ").map((word) => word.split("=", 2)),
);
const ofPaymentsContainer = composeFile
  .pick({})
  .extend({
    services: z.looseObject({
      payments: z.object({ environment: variables, command: z.tuple([z.literal("payments")]) }),
    }),
  })
  .parse(parse(read("compose.payments.yaml"), { merge: true })).services.payments.environment;

test.each([
  ["a systemd unit", ofPaymentsUnit],
  ["Compose", filledIn(ofPaymentsContainer)],
])("payments starts with the variables of %s, each of which it reads", (_where, ofMachine) => {
  const given = { ...ofMachine, ...paymentsVariables, SESSION_SECRETS: OWN_SECRETS.SESSION_SECRETS };
  expect(readEnvironment(given)).toMatchObject({
    port: 3001,
    isTest: true,
    mailServer: { from: "receipts@example.com" },
  });
  const others = ["NODE_ENV"];
  expect(Object.keys(given).filter((name) => !(name in paymentsVariablesRead.shape) && !others.includes(name))).toEqual(
    [],
  );
  expect(Object.keys(ofMachine).filter((name) => name in paymentsVariables)).toEqual([]);
});

test.each(files.filter((path) => /\.ya?ml$/.test(path)))("%s is YAML that can be read", (path) => {
  for (const document of parseAllDocuments(read(path), { merge: true })) {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    expect(document.toJS()).toBeTypeOf("object");
  }
});

test.each(SETTINGS)("the site starts with the variables of %s", (_what, given) => {
  expect(() => readEnv(given)).not.toThrow();
});

test("the file of variables is read alike by systemd, Compose and kubectl: nothing in it is quoted, filled in or repeated", () => {
  const lines = read("site.env.example")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  expect(lines.filter((line) => !/^[A-Z_]+=[^\s"'$\\#]+$/.test(line))).toEqual([]);
  expect(lines.map((line) => line.slice(0, line.indexOf("="))).toSorted()).toEqual(
    Object.keys(siteVariables).toSorted(),
  );
  const ofMachine = [config, production["copy-1"]?.environment ?? {}, unitVariables].flatMap(Object.keys);
  expect(Object.keys(siteVariables).filter((name) => ofMachine.includes(name))).toEqual([]);
  expect(unit).toContain("\nEnvironmentFile=/etc/vpn-checkout/site.env\n");
  expect(read("compose.production.yaml")).toContain("\n  env_file: [site.env]\n");
  expect(read("kubernetes/kustomization.yaml")).toContain(
    "create secret generic vpn-checkout --from-env-file=site.env\n",
  );
});

test("every copy has the memory that the guide names, wherever it runs", () => {
  const guide = readFileSync(join(ROOT, "docs/operating.md"), "utf8");
  const limit = Number(/Limit it at (\d+) MB/.exec(guide)?.[1]);
  const most = /(\d+) MB at rest, (\d+) MB under full load; plus (\d+) MB/.exec(guide)?.slice(2, 4) ?? [];
  const [busy = 0, cached = 0] = most.map(Number);
  expect(limit).toBeGreaterThan(busy + cached);
  expect(unit).toContain(` MB at rest and ${busy + cached} MB at most (docs/operating.md)`);
  expect(unit).toContain(`\nMemoryHigh=${limit}M\n`);
  expect(read("kubernetes/deployment.yaml")).toContain(`memory: ${limit}Mi\n          securityContext`);
  expect(production["copy-1"]?.deploy.resources.limits.memory).toBe(`${limit}M`);
});

test("a site that has the secrets of the example does not start", () => {
  expect(() => readEnv({ ...imageVariables, ...config, ...siteVariables })).toThrow(
    /SESSION_SECRETS: .*\n {2}REDIS_URL: /,
  );
});

/** The variables that the site reads: those of the schemas. */
const known = new Set<string>();
const sources = ["app/env.server.ts", "app/environment", "payments/environment"].filter((path) =>
  existsSync(join(ROOT, path)),
);
for (const path of sources.flatMap((path) =>
  path.endsWith(".ts") ? [path] : readdirSync(join(ROOT, path)).map((name) => join(path, name)),
))
  for (const [, name = ""] of readFileSync(join(ROOT, path), "utf8").matchAll(/^ {2}([A-Z][A-Z_\d]+):/gm))
    known.add(name);

test.each(SETTINGS)("every variable of %s is one that the site reads", (_what, given) => {
  expect(known.size).toBeGreaterThan(40);
  expect(Object.keys(given).filter((name) => !known.has(name))).toEqual([]);
});

test("what is said to be a variable anywhere in deploy/ is one", () => {
  const others =
    /^(NODE|GET|POST|COPY|RUN|FROM|REDISCLI_AUTH|READY_SECONDS|POSTGRES_\w+|VALKEY_PASSWORD|TLS_FOLDER|PUBLISH_ADDRESS)$/;
  const named = files.flatMap((path) => [...read(path).matchAll(/\b[A-Z]{2,}(?:_[A-Z]+)+\b/g)].map(([name]) => name));
  const wrong = named.filter(
    (name) => !known.has(name) && !others.test(name) && !/^(AF|OTHER|SANDBOX|VPN_CHECKOUT)_/.test(name),
  );
  expect([...new Set(wrong)]).toEqual([]);
});

test("nothing in the image is run by root", () => {
  const users = textsOf(lastStage(), "USER");
  expect(users).toHaveLength(1);
  expect(users[0]).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  const names = lastStage().instructions.map(({ name }) => name);
  expect(names.lastIndexOf("COPY")).toBeLessThan(names.indexOf("USER"));
  expect(names.lastIndexOf("RUN")).toBeLessThan(names.indexOf("USER"));
});

test("whatever the Dockerfile copies is there, and the context has it", () => {
  const context = contextPaths();
  expect(context.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const copied = dockerfileStages()
    .flatMap(({ instructions }) => instructions)
    .filter(({ name }) => name === "COPY")
    .flatMap(({ text }) => text.split(/\s+/).slice(0, -1))
    .map((path) => path.replace(/^\/site\//, ""))
    .filter((path) => ![".", "build", "/runtime/node_modules"].includes(path));
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  expect(copied.filter((path) => !context.some((known) => path === known || path.startsWith(`${known}/`)))).toEqual([]);
});

test("every file beside the sources that the compiled host reads is in the image", () => {
  const reading = /new URL\(\s*[`"](\.\.?\/[^`"$]+)|import\.meta\.dirname, "(\.\.\/[^"]+)"/g;
  const found = ["payments", "sandbox", "mails", "host"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts"))
      .flatMap((path) =>
        [...readFileSync(join(ROOT, folder, path), "utf8").matchAll(reading)].map(([, address, relative]) =>
          join(folder, path, "..", address ?? relative ?? ""),
        ),
      ),
  );
  const copied = textsOf(lastStage(), "COPY").flatMap((text) => text.split(/\s+/).slice(0, -1));
  const isThere = (path: string) =>
    copied.some(
      (one) => `/site/${path}/`.startsWith(`${one}/`) || one.startsWith(`/site/${path}/`.replace(/\/+$/, "/")),
    );
  expect(found.length).toBeGreaterThan(4);
  // The project's own folder, by which the host finds its builds.
  expect(found.filter((path) => path !== "." && !isThere(path.replace(/\/+$/, "")))).toEqual([]);
});

test("the HEALTHCHECK asks what nginx and Kubernetes ask, and the site answers", () => {
  expect(textsOf(lastStage(), "HEALTHCHECK").join()).toContain("'/readyz'");
  const answered = readFileSync(join(ROOT, "host/edge/health.ts"), "utf8");
  const [{ ports, ...probes }] = deployment.parse(parse(read("kubernetes/deployment.yaml"), { merge: true })).spec
    .template.spec.containers;
  expect(probes.readinessProbe.httpGet.path).toBe("/readyz");
  expect(probes.livenessProbe.httpGet.path).toBe("/livez");
  for (const { httpGet } of Object.values(probes)) {
    expect(answered).toContain(`"${httpGet.path}"`);
    expect(httpGet.port).toBe("http");
  }
  const numbers = Object.fromEntries(ports.map(({ name, containerPort }) => [name, String(containerPort)]));
  expect(numbers).toEqual({ http: imageVariables.PORT, metrics: config.METRICS_PORT });
  expect(textsOf(lastStage(), "EXPOSE")[0]?.split(" ")[0]).toBe(imageVariables.PORT);
});

test("whoever stops a copy waits until it has finished", () => {
  const seconds = (ms: string | undefined) => Number(ms) / 1000 + END_S;
  const { terminationGracePeriodSeconds } = deployment.parse(parse(read("kubernetes/deployment.yaml"), { merge: true }))
    .spec.template.spec;
  expect(terminationGracePeriodSeconds).toBeGreaterThanOrEqual(seconds(config.DRAIN_MS));
  for (const { stop_grace_period, environment } of copies)
    expect(Number.parseInt(stop_grace_period ?? "", 10)).toBeGreaterThanOrEqual(seconds(environment?.DRAIN_MS));
  expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(seconds(unitVariables.DRAIN_MS));
});

test("in production only nginx is published, and balances the copies at their addresses", () => {
  const published = Object.entries(production).filter(([, { ports = [] }]) => ports.length > 0);
  expect(published.map(([name, { ports }]) => [name, ports])).toEqual([["nginx", ["80:80", "443:443"]]]);
  const addresses = Object.values(production).flatMap(({ networks }) =>
    Array.isArray(networks) ? [] : [networks.site?.ipv4_address ?? ""],
  );
  const balanced = [...read("nginx/copies.compose.conf").matchAll(/^ *server (\S+):3000 max_fails=0;$/gm)];
  expect(addresses).toHaveLength(2);
  expect(balanced.map(([, address]) => address)).toEqual(addresses);
});

test("only nginx is published, at this machine unless it is told otherwise", () => {
  const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
    // Compose fills in what stands in braces.
    ports.map((port) => `${name} ${port.replace("$", "")}`),
  );
  expect(published).toEqual([
    "nginx {PUBLISH_ADDRESS:-127.0.0.1}:8080:8080",
    "nginx {PUBLISH_ADDRESS:-127.0.0.1}:8081:8081",
  ]);
});

test("nginx balances exactly the copies that there are, at their fixed addresses", () => {
  const named = Object.keys(services).filter((name) => name.startsWith("copy-"));
  const upstream = (port: string) =>
    [...read("nginx-fleet.conf").matchAll(/^ {4}server (\S+):(\d+)/gm)].flatMap(([, name, at]) =>
      at === port ? [name] : [],
    );
  expect(upstream("3000")).toEqual(named);
  expect(upstream("3001")).toEqual(named);
  const addresses = named.map((name) => {
    const { networks } = services[name] ?? {};
    return `${name}:${networks !== undefined && !Array.isArray(networks) ? networks.site?.ipv4_address : ""}`;
  });
  expect(services.nginx?.extra_hosts).toEqual(addresses);
});
