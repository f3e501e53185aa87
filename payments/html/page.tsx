import type { Response } from "express";
import type { ReactElement, ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

interface PageProps {
  title: string;
  /** Whose hash the page's policy has. */
  style: string;
  /** What else stands in its head. */
  head?: ReactNode;
  children: ReactNode;
}

/** A complete page without scripts, for testers and operators. React escapes all content. */
export const Page = ({ title, style, head, children }: PageProps) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="robots" content="noindex" />
      <title>{title}</title>
      {head}
      <style>{style}</style>
    </head>
    <body>{children}</body>
  </html>
);

export function sendPage(response: Response, page: ReactElement, status = 200): void {
  response
    .status(status)
    .type("html")
    .send(`<!doctype html>${renderToStaticMarkup(page)}`);
}
