import { Link, type LinkProps } from "@remix-run/react";
import type { MouseEvent } from "react";
import { safeAddress } from "~/safe-address";
import { useFrame } from "~/shell/page-frame";
import { takesDocument } from "./document-due";

interface Props extends LinkProps {
  to: string;
}

/**
 * A link that changes the page in place. Once a newer build is out it loads a document, as without scripts.
 * @throws where safeAddress refuses the address
 */
export function ClientLink({ to, ...others }: Props) {
  const target = safeAddress(to);
  // What was entered before a form came back is what its fields were given.
  const { isAfterSubmit } = useFrame();
  return <Link {...others} to={target} onClickCapture={isAfterSubmit ? undefined : leaveToBrowser} />;
}

/** Keeps a click from the router, where a document is due: the browser then follows the link itself. */
function leaveToBrowser(event: MouseEvent<HTMLAnchorElement>): void {
  if (takesDocument(event.currentTarget.pathname)) event.stopPropagation();
}
