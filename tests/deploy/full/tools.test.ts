import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ROOT } from "../../../tools/image/dockerfile";
import { needsTool } from "../../../tools/image/installed";
import { temporaryFolder } from "../../setup/temporary-folder";

/** Real tools hold these files against what reads them; each check runs where its tool is installed. (nginx: nginx.test.ts) */
function toolTest(tool: string, what: string, args: () => string[]): void {
  test(`${tool}: ${what}`, needsTool(tool), () => {
    const { status, stdout, stderr } = spawnSync(tool, args(), { cwd: ROOT, encoding: "utf8" });
    expect({ status, said: status === 0 ? "" : stdout + stderr }).toEqual({ status: 0, said: "" });
  });
}

const YAML_STYLE = `
extends: default
rules:
  line-length: { max: 170 }
  document-start: disable
  comments: { min-spaces-from-content: 1 }
  braces: { max-spaces-inside: 1 }
  comments-indentation: disable
`;

toolTest("shellcheck", "the rolling restart", () => ["deploy/systemd/rolling-restart.sh"]);
toolTest("yamllint", "everything in YAML", () => ["--strict", "-d", YAML_STYLE, "deploy"]);
toolTest("systemd-analyze", "the units", () => [
  "verify",
  "--man=no",
  "deploy/systemd/vpn-checkout@.service",
  "deploy/systemd/vpn-checkout.target",
]);
toolTest("kubectl", "the whole of deploy/kubernetes can be put together", () => ["kustomize", "deploy/kubernetes"]);
toolTest("kubectl", "the file of variables becomes the pods' secret", () => {
  const secret = ["create", "secret", "generic", "vpn-checkout", "--from-env-file=deploy/site.env.example"];
  return [...secret, "--dry-run=client", "-o", "name"];
});
toolTest("docker-compose", "the fleet", () => composed("deploy/compose.yaml", "deploy/fleet.env.example"));
toolTest("docker-compose", "production", () => {
  const variables = join(temporaryFolder("compose"), "variables");
  writeFileSync(variables, "VALKEY_PASSWORD=x\nTLS_FOLDER=/tmp\n");
  return composed("deploy/compose.production.yaml", variables);
});

/** For the first Compose, as Debian has it. It does not know "name", which came later. */
function composed(path: string, variables: string): string[] {
  const folder = temporaryFolder("compose");
  const file = join(folder, "compose.yaml");
  writeFileSync(file, readFileSync(join(ROOT, path), "utf8").replace(/^name:.*$/m, ""));
  writeFileSync(join(folder, "site.env"), readFileSync(join(ROOT, "deploy/site.env.example")));
  return ["--env-file", variables, "-f", file, "config", "--quiet"];
}
