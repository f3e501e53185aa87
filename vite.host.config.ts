import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin, type Rollup, transformWithEsbuild } from "vite";

const ROOT = import.meta.dirname;
const OUTPUT = join(ROOT, "build", "host");

/**
 * Sources name the files beside them (stylesheets, scripts, locales) by where they are themselves. Compiled, they still mean
 * the project's own files, wherever the project was moved to with its build.
 */
const besideTheSource: Plugin = {
  name: "beside-the-source",
  resolveImportMeta(property, { chunkId, moduleId }) {
    const from = dirname(resolve(OUTPUT, chunkId));
    if (property === "dirname")
      return `import.meta.dirname + ${JSON.stringify(`/${relative(from, dirname(moduleId))}`)}`;
    if (property === "url") return `new URL(${JSON.stringify(relative(from, moduleId))}, import.meta.url).href`;
    return null;
  },
};

/**
 * For what a server runs: V8 keeps the text of every file as long as it runs, at a byte a letter where all of it is ASCII, and at
 * two where one letter is not. So spaces go, and other letters are escaped. Names stay, for the traces of errors.
 */
export const compact: Plugin = {
  name: "compact",
  apply: "build",
  renderChunk: {
    order: "post",
    handler: (code, { fileName }) =>
      transformWithEsbuild(code, fileName, {
        charset: "ascii",
        minifyWhitespace: true,
        minifySyntax: true,
        lineLimit: 200,
        target: "node20",
        legalComments: "none",
        sourcemap: false,
      }),
  },
};

/** A package's comment that Rollup does not know, and a route without anything for browsers, are no mistakes. */
const HARMLESS: readonly (string | undefined)[] = ["INVALID_ANNOTATION", "EMPTY_BUNDLE"];

export const onwarn: Rollup.WarningHandlerWithDefault = (warning, warn) => {
  if (!HARMLESS.includes(warning.code)) warn(warning);
};

/** server.ts, host/, payments/ and sandbox/ with what they import of the project, and most packages, as `npm start` runs them. */
export default defineConfig({
  plugins: [besideTheSource, compact],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  publicDir: false,
  // One large file is read and compiled sooner than the packages' thousand small ones. libsql is machine code, pino
  // finds its own files, and the others are loaded only where they are used.
  ssr: {
    noExternal: true,
    external: [
      "libsql",
      "pg",
      "pino",
      "vite",
      "nodemailer",
      "@opentelemetry/context-async-hooks",
      "@opentelemetry/exporter-trace-otlp-proto",
      "@opentelemetry/resources",
      "@opentelemetry/sdk-trace-base",
    ],
  },
  build: {
    ssr: true,
    target: "node20",
    outDir: OUTPUT,
    rollupOptions: {
      onwarn,
      input: {
        main: join(ROOT, "host/start/main.ts"),
        "sandbox-process": join(ROOT, "host/start/sandbox/sandbox-process.ts"),
        "payments-process": join(ROOT, "host/start/payments/payments-process.ts"),
        payments: join(ROOT, "payments/main.ts"),
      },
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
