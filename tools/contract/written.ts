import { NEVER_SEEN } from "./checks/by-hand";
import { type Finding, findingsOf, hasFailed, isFailure, type Report } from "./report";

/** A report as text: what fails the run comes first, and what a page can do without is counted. @param isFull with every finding */
export function written(report: Report, isFull = false): string {
  const failures = report.findings.filter(isFailure);
  const accepted = report.findings.filter(({ state }) => state === "accepted");
  return [
    ...section(
      "DANGEROUS",
      failures.filter(({ weight }) => weight === "dangerous"),
    ),
    ...section(
      "NOTHING CAN BE SOLD",
      failures.filter(({ weight }) => weight === "essential"),
    ),
    ...section("Loses a sale", findingsOf(report, "sale", "not so")),
    ...niceToHave(report, isFull),
    ...notTried(report, isFull),
    ...(accepted.length === 0
      ? []
      : [`Accepted by --accept: ${accepted.map(({ name }) => `"${name}"`).join(", ")}`, ""]),
    ...redirectHosts(report),
    summary(report),
    "",
  ].join("\n");
}

function section(title: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return [];
  const told = findings.flatMap(({ name, lost, seen, repeat }, at) => [
    `  ${at + 1}. ${sentence(lost)}`,
    `     Checked: ${name}`,
    `     Seen: ${seen}`,
    ...repeat.map((call) => `     Repeat: ${call}`),
  ]);
  return [`${title} (${findings.length})`, ...told, ""];
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function niceToHave(report: Report, isFull: boolean): string[] {
  const there = findingsOf(report, "nice", "so");
  const missing = findingsOf(report, "nice", "not so");
  const counted = `Nice to have: ${there.length} there, ${missing.length} missing${isFull ? "" : " (--all lists them)"}`;
  const listed = [
    ...there.map(({ name }) => `  there    ${name}`),
    ...missing.map(({ name, lost, seen }) => `  missing  ${name}: ${lost} (seen: ${seen})`),
  ];
  return [counted, ...(isFull ? listed : []), ""];
}

/** What would be dangerous and could not be tried is always told: somebody has to look. */
function notTried(report: Report, isFull: boolean): string[] {
  const all = report.findings.filter((one) => one.state === "not tried" && !isFailure(one));
  const told = all.filter(({ weight }) => isFull || weight === "dangerous");
  const reasons = [...new Set(told.map(({ seen }) => seen))];
  return [
    `Could not be tried: ${all.length}${isFull ? "" : " (--all lists them; here are those that would be dangerous)"}`,
    ...reasons.flatMap((reason) => [
      `  because ${reason}:`,
      ...told.filter(({ seen }) => seen === reason).map(({ name }) => `     ${name}`),
    ]),
    "To see by hand, as these checks pay nothing and read no mail:",
    ...NEVER_SEEN.map(({ what, how }) => `  ${sentence(what)}\n     How: ${how}`),
    "",
  ];
}

function redirectHosts({ payHosts }: Report): string[] {
  if (payHosts.length === 0) return [];
  return [`Orders are paid at these hosts. For the site's environment:`, `REDIRECT_HOSTS=${payHosts.join(",")}`, ""];
}

function summary(report: Report): string {
  const dangerous = findingsOf(report, "dangerous", "not so").length;
  const lost = findingsOf(report, "sale", "not so").length;
  const verdict = hasFailed(report) ? "FAILED" : "passed";
  return `${verdict}: ${dangerous} dangerous, ${lost} that lose a sale; ${report.findings.length} checks`;
}
