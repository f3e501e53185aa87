import { RemixBrowser } from "@remix-run/react";
import { startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { reportDocument } from "~/analytics/page-views";
import type { PageFrame } from "~/shell/page-frame";
import { PageDataProvider, type PageState, readBlock } from "~/shell/scripts/page-data";
import { REMIX_FUTURE } from "~/shell/scripts/remix-future";
import { nextTask, whenWanted } from "~/shell/scripts/when-wanted";
import { forgetUnlessAgreed, mayTrackHere } from "~/visitor/attribution/asking-zone";

/** By the routes' ids, without what only the server needs. */
const MODULES = import.meta.glob(["./root.tsx", "./routes/*.tsx"]);

/** Takes over the document, as Remix's own inline scripts would prepare it; see docs/decisions/015-what-scripts-add.md. */
async function hydrate(): Promise<void> {
  await nextTask();
  const { context, routes, manifest }: PageState = readBlock("state");
  const frame: PageFrame | undefined = context.state.loaderData?.root;
  if (frame !== undefined) {
    forgetUnlessAgreed(frame);
    reportDocument({ ...frame, mayTrack: mayTrackHere(frame) });
  }
  await nextTask();
  const data = { messages: readBlock("messages") };
  const modules = routes.map(async (id) => [id, await MODULES[`./${id}.tsx`]?.()]);
  window.__remixContext = { ...context, future: REMIX_FUTURE };
  if (manifest !== undefined) window.__remixManifest = manifest;
  window.__remixRouteModules = Object.fromEntries(await Promise.all(modules));
  await whenWanted();
  await nextTask();
  startTransition(() => {
    hydrateRoot(
      document,
      <PageDataProvider value={data}>
        <RemixBrowser />
      </PageDataProvider>,
    );
  });
}

// Where a script does not load, as after a deploy, the page stays as it is without scripts.
hydrate().catch(() => {});
