import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync } from "node:zlib";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin, type Rollup } from "vite";
import { compression, defineAlgorithm } from "vite-plugin-compression2";
import { REMIX_FUTURE } from "./app/shell/scripts/remix-future";
import { missingPictures } from "./host/start/brand-pictures";
import { compact, onwarn } from "./vite.host.config";

/** What is loaded only when it is needed: a chunk of its own. */
const ON_DEMAND =
  /\/app\/(enhance\/(dialog\/dialog|toasts\/toast-controls)|version\/watch-version|providers\/frames|orders\/hand-off\/provider-frame|security\/bot-check\/bot-check-script)/;

/**
 * The files that browsers load: what everybody has who comes to buy; what shows what was bought; and what few come for, an account and the
 * ways out of a contract. Few large files compress better than many small ones, and come sooner.
 */
const CHUNKS: readonly (readonly [string, RegExp])[] = [
  [
    "bought",
    /\/app\/(receipts|orders\/(hand-off|status|success))\/|\/subscriptions\/plan-cards|\/routes\/\(\$lang\)\.(paystatus|paysuc|receipts|redirect)/,
  ],
  [
    "contract",
    /\/app\/(subscriptions|account|accessibility)\/|\/routes\/\(\$lang\)\.(account|accessibility|cancel|money-back|renewal|withdraw)/,
  ],
  ["shop", /vite\/preload-helper|\/node_modules\/|\/app\//],
];

const chunkOf = (id: string): string | undefined =>
  ON_DEMAND.test(id) ? undefined : CHUNKS.find(([, pattern]) => pattern.test(id))?.[0];

/** In the files that browsers load, small parts of i18next and Remix take their places; see docs/decisions/015-what-scripts-add.md. */
const inApp = (path: string): string => fileURLToPath(new URL(`./app/${path}`, import.meta.url));
const SMALL_I18NEXT = inApp("i18n/browser-i18next.ts");
const STAND_INS = {
  i18next: SMALL_I18NEXT,
  "react-i18next": SMALL_I18NEXT,
  "@remix-run/react": inApp("shell/scripts/browser-remix.tsx"),
};

/** Remix also makes a file of every route, which no page loads, and Vite says of each that it could not stand alone. */
const onClientWarning: Rollup.WarningHandlerWithDefault = (warning, warn) => {
  if (warning.plugin !== "vite:reporter") onwarn(warning, warn);
};

/** Whoever loads the app gets it with its guards, whatever host it is: see app/security/forms.server.ts. */
const SERVER_BUILD = "virtual:remix/server-build";
const GUARDED_BUILD = inApp("security/guarded-build.ts");
const guarded: Plugin = {
  name: "guarded-build",
  enforce: "pre",
  resolveId: (id, importer) => (id === SERVER_BUILD && importer !== GUARDED_BUILD ? GUARDED_BUILD : undefined),
};

/** A brand without its picture is a mistake that only its buyers would see. */
const brandPictures: Plugin = {
  name: "brand-pictures",
  buildStart() {
    const missing = missingPictures(import.meta.dirname);
    if (missing.length > 0) this.error(missing.join("\n"));
  },
};

/** The styles that pages link are a file of the server's build, which Remix moves beside the browsers' at the end: it is compressed there. */
const CLIENT_FILES = "build/app/client/assets";
const compressedStyles: Plugin = {
  name: "compressed-styles",
  closeBundle: {
    order: "post",
    sequential: true,
    handler() {
      for (const name of readdirSync(CLIENT_FILES).filter((file) => file.endsWith(".css")))
        writeFileSync(join(CLIENT_FILES, `${name}.br`), brotliCompressSync(readFileSync(join(CLIENT_FILES, name))));
    },
  },
};

/** What only the server puts into a document: a browser that has one cannot change it in place. */
const OF_DOCUMENTS = /\/(locales\/.+\.json|app\/visitor\/brand\/.+\.json|app\/styles\/.+\.css)$/;
const newDocuments: Plugin = {
  name: "new-documents",
  hotUpdate({ file }) {
    const { name, hot } = this.environment;
    if (name === "client" && OF_DOCUMENTS.test(file)) hot.send({ type: "full-reload" });
  },
};

// Single fetch and lazy route discovery stay off: see docs/decisions/001-remix-2.md.
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    guarded,
    brandPictures,
    newDocuments,
    remix({
      future: REMIX_FUTURE,
      // Its build empties this folder: the host's must be beside it.
      buildDirectory: "build/app",
    }),
    // Scripts and pictures of browsers never change under their name, so they are compressed once, here.
    isSsrBuild
      ? [compact, compressedStyles]
      : compression({
          include: /assets\/.+\.(js|svg)$/,
          algorithms: [defineAlgorithm("brotliCompress"), defineAlgorithm("gzip", { level: 9 })],
        }),
  ],
  resolve: {
    alias: {
      "~": fileURLToPath(new URL("./app", import.meta.url)),
      ...(command === "build" && !isSsrBuild ? STAND_INS : {}),
    },
  },
  // One large file is read and compiled sooner than the packages' thousand small ones.
  ssr: command === "build" ? { noExternal: true, external: ["pino", "undici", "@redis/client"] } : {},
  build: {
    target: isSsrBuild ? "node20" : ["chrome87", "safari14.1", "firefox78"],
    assetsInlineLimit: 0,
    // Slower than esbuild, and four in a hundred bytes smaller.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { compress: { passes: 2 } },
    rollupOptions: isSsrBuild ? { onwarn } : { onwarn: onClientWarning, output: { manualChunks: chunkOf } },
  },
}));
