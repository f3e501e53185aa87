import { paths } from "~/paths";
import { noteNewVersion } from "./document-due";
import { isSlowLink, onReturn } from "./when-to-ask";

const ASK_AGAIN_MS = 5 * 60_000;
const VERSION_WAIT_MS = 10_000;

/**
 * Loads the manifest of the page's build, then asks every five minutes, and whenever the visitor comes back, which build the server
 * has, until it is another one. On a slow link it asks only when they come back. @returns what ends that
 */
export function watchVersion(running: string): () => void {
  let timer: number | undefined;
  let isAsking = false;
  let isOver = false;

  const ask = async (isNew: () => Promise<boolean>) => {
    if (isAsking) return;
    isAsking = true;
    window.clearTimeout(timer);
    // A question that fails says nothing; the next one may. Without a connection every one would.
    const answer = navigator.onLine && (await isNew().catch(() => false));
    isAsking = false;
    if (isOver) return;
    if (answer) {
      noteNewVersion();
      end();
    } else if (!isSlowLink()) timer = window.setTimeout(askIfSeen, ASK_AGAIN_MS);
  };
  const askVersion = () => void ask(() => isOther(running));
  /** In a hidden tab nobody asks until it is seen again. */
  const askIfSeen = () => {
    if (document.visibilityState === "visible") askVersion();
  };
  const endReturns = onReturn(askVersion);
  const end = () => {
    isOver = true;
    window.clearTimeout(timer);
    endReturns();
  };
  if (isSlowLink()) askVersion();
  else void ask(() => isGone(running));
  return end;
}

/** Whether the server names another build than this one. */
async function isOther(running: string): Promise<boolean> {
  const answer = await answerOf(paths.version);
  const version: unknown = answer.ok ? await answer.json() : undefined;
  return typeof version === "object" && version !== null && "build" in version && version.build !== running;
}

/** Loads the manifest of a build. Whether the server has none of that build any more. */
const isGone = async (running: string): Promise<boolean> => (await answerOf(paths.build(running))).status === 404;

async function answerOf(address: string): Promise<Response> {
  const giveUp = new AbortController();
  const timer = window.setTimeout(() => giveUp.abort(), VERSION_WAIT_MS);
  try {
    return await fetch(address, { signal: giveUp.signal, headers: { Accept: "application/json" } });
  } finally {
    window.clearTimeout(timer);
  }
}
