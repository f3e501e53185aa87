/** What the route tests use of jsdom, which brings no types. */
declare module "jsdom" {
  export class JSDOM {
    constructor(html: string, options?: { url?: string });
    readonly window: { readonly document: Document };
  }
}

/** The app as Remix's Vite plugin builds it. */
declare module "virtual:remix/server-build" {
  const build: import("@remix-run/node").ServerBuild;
  export = build;
}
