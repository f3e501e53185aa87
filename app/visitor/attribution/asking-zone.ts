import { paths } from "~/paths";
import type { AskingPlace } from "~/visitor/brand/brand";
import { timeZoneHere } from "~/visitor/browser/time-zone";

/** The time zones of places that ask. Of countries outside Europe only Brazil's are known: anywhere else the other signs decide. */
const ZONES: Readonly<Record<AskingPlace, RegExp>> = {
  EU: /^((Europe|Arctic)\/|Atlantic\/(Azores|Canary|Faroe|Madeira|Reykjavik)|Africa\/Ceuta|Asia\/(Nicosia|Famagusta)|Indian\/(Mayotte|Reunion)|America\/(Cayenne|Guadeloupe|Martinique|Marigot))/,
  BR: /^America\/(Araguaina|Bahia|Belem|Boa_Vista|Campo_Grande|Cuiaba|Eirunepe|Fortaleza|Maceio|Manaus|Noronha|Porto_Velho|Recife|Rio_Branco|Santarem|Sao_Paulo)/,
};

interface Tracked {
  /** As far as the server knows. */
  mayTrack: boolean;
  /** Where visitors have to agree all the same. */
  askingPlaces?: readonly AskingPlace[];
}

/** The browser's time zone, which is told to nobody, is of a place that asks: behind a VPN it says better than the network who is where. */
function isAsking({ mayTrack, askingPlaces = [] }: Tracked): boolean {
  if (!mayTrack || import.meta.env.SSR) return false;
  return askingPlaces.some((place) => ZONES[place].test(timeZoneHere()));
}

/** Whether the visitor may be tracked, as far as the browser knows. */
export const mayTrackHere = (tracked: Tracked): boolean => tracked.mayTrack && !isAsking(tracked);

/** In a place that asks, the server takes away what it gave the document to remember, and pages ask from the next one on. */
export function forgetUnlessAgreed(tracked: Tracked): void {
  if (isAsking(tracked)) fetch(paths.events({ asks: "1" }), { method: "POST", keepalive: true }).catch(() => {});
}
