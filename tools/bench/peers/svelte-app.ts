import { asSvelte, type Markup } from "./markup";
import type { PeerApp } from "./peer";

const CONFIG = `import adapter from "@sveltejs/adapter-node";
export default { kit: { adapter: adapter() } };
`;

const VITE = `import { sveltekit } from "@sveltejs/kit/vite";
export default { plugins: [sveltekit()] };
`;

const documentIn = (lang: string): string => `<!doctype html>
<html lang="${lang}">
<head>%sveltekit.head%</head>
<body><div style="display: contents">%sveltekit.body%</div></body>
</html>
`;

const pageOf = (html: string): string => `<script>
  import style from "./style.html?raw";
</script>
<svelte:head>{@html style}</svelte:head>
${asSvelte(html)}
`;

/** The page as one component, which Svelte compiles into a string. */
export const svelteApp = ({ lang, style, html }: Markup): PeerApp => ({
  name: "SvelteKit 2",
  packages: {
    "@sveltejs/kit": "2.70.4",
    "@sveltejs/adapter-node": "5.5.7",
    "@sveltejs/vite-plugin-svelte": "7.3.1",
    svelte: "5.57.3",
    vite: "8.3.8",
  },
  files: {
    "svelte.config.js": CONFIG,
    "vite.config.js": VITE,
    "src/app.html": documentIn(lang),
    "src/routes/+page.svelte": pageOf(html),
    "src/routes/style.html": `<style>${style}</style>`,
  },
  build: ["node_modules/vite/bin/vite.js", "build"],
  serve: () => ["build/index.js"],
});
