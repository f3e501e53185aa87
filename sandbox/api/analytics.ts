import { analyticsEvents } from "~/upstream/contract/analytics";
import type { routesIn } from "./route";

export function analyticsRoutes({ posting }: ReturnType<typeof routesIn>) {
  return {
    analyticsEvents: posting(analyticsEvents, async ({ events }) => ({ accepted: events.length, rejected: [] })),
  };
}
