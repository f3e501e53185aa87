import type { EmbeddedSandbox } from "./sandbox/embedded-sandbox";

/** What a start prints: where the site is, and where its sandbox. */
export function addresses(publicOrigin: string, sandbox: EmbeddedSandbox | undefined): string {
  const lines = [`Site       ${publicOrigin}/`];
  if (sandbox !== undefined) lines.push(`App link   ${sandbox.appLink}`, `Sandbox    ${sandbox.controlUrl}`);
  return `${lines.join("\n")}\n`;
}
