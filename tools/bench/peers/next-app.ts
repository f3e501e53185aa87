import type { Markup } from "./markup";
import type { PeerApp } from "./peer";

const PAGE = `import { createElement } from "react";
import tree from "./tree.json";

export const dynamic = "force-dynamic";

const elementOf = (node, key) =>
  typeof node === "string" ? node : createElement(node[0], { ...node[1], key }, ...node[2].map(elementOf));

export default function Page() {
  return tree.map(elementOf);
}
`;

const layoutOf = ({ lang, style }: Markup): string => `import { createElement } from "react";

const style = createElement("style", { dangerouslySetInnerHTML: { __html: ${JSON.stringify(style)} } });

export default function Layout({ children }) {
  return createElement("html", { lang: ${JSON.stringify(lang)} }, createElement("head", null, style), createElement("body", null, children));
}
`;

/** The page as a server component, rendered for each request. */
export const nextApp = (markup: Markup): PeerApp => ({
  name: "Next 16",
  packages: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
  files: {
    "next.config.mjs": "export default { compress: false, turbopack: { root: import.meta.dirname } };\n",
    "app/layout.js": layoutOf(markup),
    "app/page.js": PAGE,
    "app/tree.json": JSON.stringify(markup.tree),
  },
  build: ["node_modules/next/dist/bin/next", "build"],
  serve: (port) => ["node_modules/next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", port],
});
