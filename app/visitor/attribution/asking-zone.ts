import { paths } from "~/paths";

interface Tracked {
  /** As far as the server knows. */
  mayTrack: boolean;
  /** A pattern of the time zones whose visitors have to agree all the same. */
  askingZones?: string;
}

/** The browser's time zone, which is told to nobody, is of a place that asks: behind a VPN it says better than the network who is where. */
const isAsking = ({ mayTrack, askingZones }: Tracked): boolean =>
  mayTrack &&
  askingZones !== undefined &&
  !import.meta.env.SSR &&
  new RegExp(askingZones).test(Intl.DateTimeFormat().resolvedOptions().timeZone);

/** Whether the visitor may be tracked, as far as the browser knows. */
export const mayTrackHere = (tracked: Tracked): boolean => tracked.mayTrack && !isAsking(tracked);

/** In a place that asks, the server takes away what it gave the document to remember, and pages ask from the next one on. */
export function forgetUnlessAgreed(tracked: Tracked): void {
  if (isAsking(tracked)) fetch(paths.events({ asks: "1" }), { method: "POST", keepalive: true }).catch(() => {});
}
