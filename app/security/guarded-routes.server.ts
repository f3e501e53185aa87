import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/node";
import { env } from "~/env.server";
import { problem, problemDocument } from "~/errors/errors.server";
import { isFromOurHost, receive, refuse } from "./host-facts.server";
import { isOwnPost } from "./own-origin.server";

type Routes = ServerBuild["routes"];
type Module = NonNullable<Routes[string]>["module"];

/**
 * The app's routes as any host gets them: no action runs for a form of another site, and no loader reads from a header what only
 * our host may say. See docs/decisions/001-remix-2.md.
 */
export const guardedRoutes = (routes: Routes): Routes =>
  Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [id, route && { ...route, module: guardedModule(route.module) }]),
  );

function guardedModule(module: Module): Module {
  const { loader, action } = module;
  const guarded: Module = { ...module };
  if (loader !== undefined)
    guarded.loader = (args) => {
      receive(args);
      return loader(args);
    };
  if (action !== undefined)
    guarded.action = async (args) => {
      receive(args);
      if (await isWelcome(args)) return action(args);
      refuse(args.context);
      throw isPage(module) ? problem(403) : problemDocument(403, "Forbidden");
    };
  return guarded;
}

/** Our own host has looked at where a form comes from already, and hides it from Remix. */
async function isWelcome({ request, context }: ActionFunctionArgs | LoaderFunctionArgs): Promise<boolean> {
  if (isFromOurHost(context)) return true;
  const { headers, url } = request;
  const form = () => request.clone().formData();
  const post = {
    pathname: new URL(url).pathname,
    header: (name: string) => headers.get(name) ?? undefined,
    form: () => form().catch(() => undefined),
  };
  return isOwnPost(post, env());
}

/** As Remix tells pages and other routes apart. */
const isPage = ({ default: component, ErrorBoundary }: Module): boolean =>
  component !== undefined || ErrorBoundary !== undefined;
