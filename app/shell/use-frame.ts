import { useRouteLoaderData } from "@remix-run/react";
import type { PageFrame } from "./page-frame";

/** The frame of the page one is on. Only for what is rendered inside it: throws where the root loader failed. */
export function useFrame(): PageFrame {
  const frame = useRouteLoaderData<PageFrame>("root");
  if (frame === undefined) throw new Error("There is no page frame: the root loader failed");
  return frame;
}
