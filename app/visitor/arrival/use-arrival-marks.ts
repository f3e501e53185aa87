import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import { asChannel, CJ_CHANNEL, campaignIn, channelIn } from "~/visitor/attribution/attribution";
import { store, stored, unstore, unstoreTracking } from "~/visitor/browser/storage";

const FLAG_MS = 1_000;

/** A cookie that scripts may read; empty where there is none. */
const readableCookie = (name: "channel" | "cje-client"): string =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie)?.[1] ?? "";

/**
 * Stores in session storage where the visitor comes from: the campaign, the channel (always CJ's own for its visitors), and
 * a mark for `from=v3`. The same rules as for cookies; see attribution/tracking.server.ts. Where the visitor may not be
 * tracked, all that was kept for it goes.
 */
export function useArrivalMarks(mayTrack: boolean): void {
  const { search } = useLocation();
  useEffect(() => {
    const params = new URLSearchParams(search);
    if (mayTrack) markCampaign(params);
    else unstoreTracking();
    markChannel(params, mayTrack);
    if (params.get("from") !== "v3") return;
    store("from-v3", "1");
    const timer = setTimeout(unstore, FLAG_MS, "from-v3");
    return () => {
      clearTimeout(timer);
      unstore("from-v3");
    };
  }, [search, mayTrack]);
}

function markCampaign(params: URLSearchParams): void {
  const campaign = campaignIn(params);
  if (campaign !== undefined) store("utm", JSON.stringify(campaign));
}

function markChannel(params: URLSearchParams, mayTrack: boolean): void {
  const isOfCj = mayTrack && readableCookie("cje-client") !== "";
  const channel = isOfCj ? CJ_CHANNEL : channelIn(params);
  if (channel !== undefined) store("channel", channel);
  // CJ's channel goes with its click; the server has taken both cookies away.
  else if (stored("channel") === CJ_CHANNEL && asChannel(readableCookie("channel")) !== CJ_CHANNEL) unstore("channel");
}
