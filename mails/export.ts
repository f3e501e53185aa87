import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { LOCALES } from "~/i18n/locales";
import { renderLetter } from "./render-letter";
import { TEMPLATE_SENDER, templates } from "./templates";

const USAGE = `npm run mails -- <folder> [--withdrawal-days 14]

The folder to write the templates to, and the days in which buyers may withdraw from their contract without a reason, as the
brand's withdrawalDays for their country: without them the receipts say nothing of such a right.
`;

/**
 * Writes every letter in every language as a template for another mail system: `<folder>/<language>/<name>.html`, `.txt`
 * and `.subject.txt`, with names such as {{price}} where that system fills in what it knows.
 */
function exportTo(folder: string, withdrawalDays: number | undefined): number {
  let written = 0;
  for (const { code } of LOCALES) {
    mkdirSync(join(folder, code), { recursive: true });
    for (const { name, letter } of templates(withdrawalDays)) {
      const { subject, html, text } = renderLetter(code, letter, TEMPLATE_SENDER);
      const path = join(folder, code, name);
      writeFileSync(`${path}.html`, html);
      writeFileSync(`${path}.txt`, text);
      writeFileSync(`${path}.subject.txt`, `${subject}\n`);
      written += 3;
    }
  }
  return written;
}

const { values, positionals } = parseArgs({
  options: { "withdrawal-days": { type: "string" } },
  allowPositionals: true,
});
const [folder] = positionals;
const given = values["withdrawal-days"];
const days = given === undefined ? undefined : Number(given);
if (folder === undefined || (days !== undefined && !(Number.isInteger(days) && days > 0))) {
  process.stderr.write(USAGE);
  process.exitCode = 2;
} else {
  process.stdout.write(`${exportTo(folder, days)} files in ${folder}\n`);
}
