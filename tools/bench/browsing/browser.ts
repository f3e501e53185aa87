import { type Browser, chromium } from "playwright-core";
import { startChromium } from "../../../tests/setup/chromium";

/** The Chromium that the journeys use. */
export async function withBrowser<T>(use: (browser: Browser) => Promise<T>): Promise<T> {
  const server = await startChromium();
  try {
    return await use(await chromium.connect(server.wsEndpoint()));
  } finally {
    await server.close();
  }
}
