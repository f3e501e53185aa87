import { execFile } from "node:child_process";
import { access, constants, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { type BrowserServer, chromium } from "playwright-core";

const ROOT = resolve(import.meta.dirname, "../..");
const UNPACKED = join(ROOT, ".cache", "chromium-147.0.0");
/** The package's own looks for its font where it was first unpacked; without any font no text has a size. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">.</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;
const NAMES = ["chromium", "chromium-browser", "google-chrome"];

/** A browser to drive, and what has to be in its environment. */
interface Chromium {
  executablePath: string;
  env?: Record<string, string>;
}

/**
 * `keepsPages`: with the back/forward cache that every buyer's browser has, and that Playwright turns off. `hasLargeText`: text is twice
 * as large, as its owner has set it.
 * @throws where there is no browser, or none that starts: journeys are never skipped.
 */
export async function startChromium({ keepsPages = false, hasLargeText = false } = {}): Promise<BrowserServer> {
  const { executablePath, env } = await findChromium();
  return chromium
    .launchServer({
      executablePath,
      // Headless browsers have that cache only where they are told to.
      args: [
        ...["--no-sandbox", "--disable-gpu"],
        ...(keepsPages ? ["--enable-bfcache"] : []),
        ...(hasLargeText ? ["--blink-settings=defaultFontSize=32"] : []),
      ],
      ignoreDefaultArgs: keepsPages ? ["--disable-back-forward-cache"] : [],
      env: { ...process.env, ...env },
    })
    .catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`The browser ${executablePath} does not start. Set CHROMIUM_PATH to one that does.\n${reason}`);
    });
}

/**
 * The browser CHROMIUM_PATH names, else npm's on Linux x64, else the system's. npm's is a headless shell: a journey takes a third of the
 * processor time there that it takes in a whole Chromium without a window. @throws where there is none.
 */
async function findChromium(): Promise<Chromium> {
  const named = process.env.CHROMIUM_PATH;
  if (named !== undefined && named !== "") {
    if (await canRun(named)) return { executablePath: named };
    throw new Error(`CHROMIUM_PATH names ${named}, which cannot be run`);
  }
  if (process.platform === "linux" && process.arch === "x64") return chromiumOfNpm();
  const installed = await firstThatRuns(
    (process.env.PATH ?? "").split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name))),
  );
  if (installed !== undefined) return { executablePath: installed };
  throw new Error("No browser was found. Set CHROMIUM_PATH.");
}

const canRun = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

async function firstThatRuns(paths: string[]): Promise<string | undefined> {
  for (const path of paths) if (await canRun(path)) return path;
  return undefined;
}

/** With its own libraries and font: it runs where nothing but Node is installed. */
async function chromiumOfNpm(): Promise<Chromium> {
  const executablePath = join(UNPACKED, "chromium");
  if (!(await canRun(executablePath))) await unpack();
  const env = { LD_LIBRARY_PATH: join(UNPACKED, "al2023", "lib"), FONTCONFIG_PATH: join(UNPACKED, "fonts") };
  return { executablePath, env };
}

/**
 * The package unpacks into the folder for temporary files, and its libraries only on AWS: a process of its own is told
 * so. The folder gets its name when it is complete.
 */
async function unpack(): Promise<void> {
  const part = `${UNPACKED}.part`;
  await rm(part, { recursive: true, force: true });
  const script = `
    import { mkdirSync } from "node:fs";
    import chromium from "@sparticuz/chromium";
    mkdirSync(process.env.TMPDIR, { recursive: true });
    await chromium.executablePath();`;
  const env = { ...process.env, TMPDIR: part, AWS_LAMBDA_JS_RUNTIME: "nodejs20.x" } as const;
  const run = promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], { cwd: ROOT, env });
  await run.catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`The browser of npm cannot be unpacked. Set CHROMIUM_PATH to one that is installed.\n${reason}`);
  });
  await writeFile(join(part, "fonts", "fonts.conf"), FONTS);
  await rename(part, UNPACKED);
}
