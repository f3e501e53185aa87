import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import { compression, defineAlgorithm } from "vite-plugin-compression2";

/** What every page loads goes into one file: a few large files compress better than many small ones, and come sooner. */
const ON_EVERY_PAGE = new RegExp(
  [
    "vite/preload-helper",
    "/(i18next|react-i18next|html-parse-stringify|void-elements)/",
    "/app/(shell|i18n|analytics|paths|safe-address|loopback|nonce)",
    "/app/enhance/(use-plain-path|load-document|dialog/(use-dialog-module|leave-by)|toasts/(show-toast|toast-region))",
    "/app/version/(use-new-version|document-due|connection|on-return)",
    "/app/visitor/(arrival|attribution|identity|browser/storage)",
  ].join("|"),
);

// Single fetch and lazy route discovery stay off: see docs/decisions/001-remix-2-and-its-mitigations.md.
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    remix({
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_routeConfig: true,
        v3_singleFetch: false,
        v3_lazyRouteDiscovery: false,
      },
    }),
    // Scripts and pictures never change under their name, so they are compressed once, here.
    compression({
      include: /assets\/.+\.(js|svg)$/,
      algorithms: [defineAlgorithm("brotliCompress"), defineAlgorithm("gzip", { level: 9 })],
    }),
  ],
  resolve: { alias: { "~": fileURLToPath(new URL("./app", import.meta.url)) } },
  build: {
    target: ["chrome87", "safari14.1", "firefox78"],
    assetsInlineLimit: 0,
    // Slower than esbuild, and four in a hundred bytes smaller.
    minify: isSsrBuild ? false : "terser",
    terserOptions: { compress: { passes: 2 } },
    rollupOptions: isSsrBuild
      ? {}
      : { output: { manualChunks: (id) => (ON_EVERY_PAGE.test(id) ? "shell" : undefined) } },
  },
}));
