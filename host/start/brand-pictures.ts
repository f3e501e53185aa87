import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const BRANDS = "app/visitor/brand";
/** As a brand's file names one, see app/visitor/brand/brands.server.ts. */
const PICTURE = /"(\/brands\/[\w-]+\.(?:svg|png|webp))"/g;

/** What brands name and nobody has put there, in words for whoever builds. @param root the project's folder */
export function missingPictures(root: string): string[] {
  const files = readdirSync(join(root, BRANDS)).filter((name) => name.endsWith(".json"));
  return files.flatMap((name) => {
    const named = [...readFileSync(join(root, BRANDS, name), "utf8").matchAll(PICTURE)].map(([, path = ""]) => path);
    const missing = named.filter((path) => !existsSync(join(root, "public", path)));
    return missing.map((path) => `${BRANDS}/${name} names the picture public${path}, which is not there`);
  });
}
