import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LOCALES } from "~/i18n/locales";
import { renderLetter } from "./render-letter";
import { TEMPLATE_SENDER, TEMPLATES } from "./templates";

/**
 * Writes every letter in every language as a template for another mail system: `<folder>/<language>/<kind>.html`, `.txt`
 * and `.subject.txt`, with names such as {{price}} where that system fills in what it knows.
 */
function exportTo(folder: string): number {
  let written = 0;
  for (const { code } of LOCALES) {
    mkdirSync(join(folder, code), { recursive: true });
    for (const letter of Object.values(TEMPLATES)) {
      const { subject, html, text } = renderLetter(code, letter, TEMPLATE_SENDER);
      const path = join(folder, code, letter.kind);
      writeFileSync(`${path}.html`, html);
      writeFileSync(`${path}.txt`, text);
      writeFileSync(`${path}.subject.txt`, `${subject}\n`);
      written += 3;
    }
  }
  return written;
}

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write("npm run mails -- <folder>: the folder to write the templates to\n");
  process.exitCode = 2;
} else {
  process.stdout.write(`${exportTo(folder)} files in ${folder}\n`);
}
