import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { compact } from "./vite.compact";

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

/** server.ts, host/ and sandbox/ with what they import of the project, and most packages, as `npm start` runs them. */
export default defineConfig({
  plugins: [besideTheSource, compact],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  publicDir: false,
  // One large file is read and compiled sooner than the packages' thousand small ones. libsql is machine code, pino
  // finds its own files, and the three others are loaded only where they are used.
  ssr: { noExternal: true, external: ["libsql", "pg", "pino", "vite", "nodemailer"] },
  build: {
    ssr: true,
    target: "node20",
    outDir: OUTPUT,
    rollupOptions: {
      input: [join(ROOT, "host/start/main.ts"), join(ROOT, "host/start/sandbox/sandbox-process.ts")],
      output: { entryFileNames: "[name].js", chunkFileNames: "[name]-[hash].js" },
    },
  },
});
