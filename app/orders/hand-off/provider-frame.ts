import { loadScript } from "~/enhance/load-script";
import { openPaddle } from "~/providers/frames/paddle";
import { openRazorpay } from "~/providers/frames/razorpay";
import type { FrameProvider } from "~/upstream/contract/catalogue";

/** A provider's script, and the values its frame is opened with. */
export interface ProviderFrame {
  provider: FrameProvider;
  script: string;
  facts: Readonly<Record<string, string>>;
}

const OPENERS: Readonly<Record<FrameProvider, (facts: ProviderFrame["facts"]) => void>> = {
  pd: openPaddle,
  rz: openRazorpay,
};

/** Loads the provider's script and opens its frame, which gets a title. Rejects where that fails or takes too long. */
export async function openProviderFrame({ provider, script, facts }: ProviderFrame, title: string): Promise<void> {
  await loadScript(script);
  nameFrames(title);
  OPENERS[provider](facts);
}

/** Names every frame that the provider's script opens without a title: screen readers announce it by that. */
function nameFrames(title: string): void {
  const observer = new MutationObserver(() => {
    for (const frame of document.querySelectorAll<HTMLIFrameElement>("iframe:not([title])")) frame.title = title;
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
