// @ts-check
// Copies the packages that the compiled site still loads, with what they need themselves, to <folder>/node_modules:
//
//   node deploy/runtime-packages.mjs <folder>
//
// Most packages are inside the build (docs/decisions/021-compiled-and-deployed.md). All dependencies would be 330 MB, most of
// it for `npm run` and `remix-serve`. Versions are those of node_modules, so of package-lock.json.
import { cpSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const BUILDS = [join("build", "app", "server"), join("build", "host")];
/** Their "dependencies" are those of what is built: the site's and the payments API's. */
const PACKAGES = ["package.json", join("payments", "package.json")];

/** npm installs libsql's machine code for both C libraries; the image has the other one. */
const OTHER_LIBC = "-musl";

/** @param {string} file @returns {Record<string, Record<string, unknown> | undefined>} */
const readJson = (file) => JSON.parse(readFileSync(file, "utf8"));

/** `import … from "x"`, `import "x"`, `import("x")`, `require("x")` under any name that starts so, `createRequire(import.meta.url)("x")`. */
const LOADING = /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire[\w$]*\(\s*|\.url\)\(\s*)["']([^"'\n]+)["']/g;

/**
 * Whether code imports a package or requires it, as a compiler without spaces writes that. A text that only looks so keeps a package
 * too many, which does no harm.
 * @param {string} code
 * @param {string} name
 */
export const isLoadedBy = (code, name) =>
  [...code.matchAll(LOADING)].some(([, found = ""]) => found === name || found.startsWith(`${name}/`));

/**
 * Which of the dependencies the build loads.
 * @param {string} root the project's folder, built
 */
export function loadedPackages(root) {
  const dependencies = PACKAGES.flatMap((file) => Object.keys(readJson(join(root, file)).dependencies ?? {}));
  const code = BUILDS.flatMap((folder) => filesIn(join(root, folder))).map((file) => readFileSync(file, "utf8"));
  return dependencies.filter((name) => code.some((text) => isLoadedBy(text, name)));
}

/**
 * The folders of those packages, and of what they need, as paths from the project's folder.
 * @param {string} root the project's folder, installed and built
 * @returns {string[]}
 */
function runtimePackages(root) {
  /** @type {Set<string>} */
  const found = new Set();
  for (const name of loadedPackages(root)) addWithNeeds(root, ".", name, found);
  return [...found].toSorted();
}

/** @param {string} folder */
const filesIn = (folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".js"))
    .map((name) => join(folder, name));

/**
 * A package, and all that it needs and is installed: optional ones are machine code for this machine, and peers that are missing
 * are not needed.
 * @param {string} root
 * @param {string} from the folder of whoever needs it
 * @param {string} name
 * @param {Set<string>} found
 */
function addWithNeeds(root, from, name, found) {
  if (name.endsWith(OTHER_LIBC)) return;
  const folder = folderOf(root, from, name);
  if (folder === undefined || found.has(folder)) return;
  found.add(folder);
  const { dependencies, optionalDependencies, peerDependencies } = readJson(join(root, folder, "package.json"));
  const needs = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
  for (const need of needs) addWithNeeds(root, folder, need, found);
}

/**
 * Where Node finds a package: in the nearest node_modules on the way up.
 * @param {string} root
 * @param {string} from
 * @param {string} name
 * @returns {string | undefined}
 */
function folderOf(root, from, name) {
  const folder = join(from, "node_modules", name);
  if (existsSync(join(root, folder, "package.json"))) return folder;
  return from === "." ? undefined : folderOf(root, dirname(from), name);
}

/** @param {string} root @param {string} target */
function copyPackages(root, target) {
  for (const folder of runtimePackages(root)) {
    // Packages inside of it are copied where they are needed.
    const inside = join(root, folder, "node_modules");
    cpSync(join(root, folder), join(target, folder), { recursive: true, filter: (path) => path !== inside });
    process.stdout.write(`${folder}\n`);
  }
}

const [, program = "", target] = process.argv;
if (import.meta.url === pathToFileURL(program).href) {
  if (target === undefined) throw new Error("usage: node deploy/runtime-packages.mjs <folder>");
  copyPackages(resolve(import.meta.dirname, ".."), resolve(target));
}
