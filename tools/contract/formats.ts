import { byWeight, type Finding, hasFailed, isFailure, type Report } from "./report";

/** A report for a program. */
export const asJson = (report: Report): string =>
  `${JSON.stringify({ failed: hasFailed(report), ...report, findings: byWeight(report) }, null, 2)}\n`;

/** A report for a CI: what fails the run is a failure, and everything else that is not so is skipped, with what was seen. */
export function asJUnit(report: Report): string {
  const findings = byWeight(report);
  const failures = findings.filter(isFailure).length;
  const skipped = findings.filter((one) => one.state !== "so" && !isFailure(one)).length;
  const counts = `tests="${findings.length}" failures="${failures}" skipped="${skipped}"`;
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<testsuites ${counts}>`,
    `<testsuite name="payments API contract" ${counts}>`,
    ...findings.map(testCase),
    "</testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function testCase(finding: Finding): string {
  const { name, weight, lost, state, seen, repeat } = finding;
  const opened = `<testcase classname="${weight}" name="${escaped(name)}"`;
  if (state === "so") return `${opened}/>`;
  const told = isFailure(finding)
    ? `<failure message="${escaped(seen)}">${escaped(`${lost} ${repeat.join(" ")}`)}</failure>`
    : `<skipped message="${escaped(`${state}: ${seen}`)}"/>`;
  return `${opened}>${told}</testcase>`;
}

/** Control characters have no place in XML. */
const escaped = (text: string): string =>
  text.replace(/\p{Cc}/gu, " ").replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
