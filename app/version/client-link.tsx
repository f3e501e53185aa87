import { Link, type LinkProps } from "@remix-run/react";
import type { MouseEvent } from "react";
import { safeAddress } from "~/safe-address";
import { takesDocument } from "./document-due";

interface Props extends LinkProps {
  to: string;
  /** A document would lose what this page has. */
  keepsPage?: boolean;
}

/**
 * A link that changes the page in place. Once a newer build is out it loads a document, as without scripts.
 * @throws where safeAddress refuses the address
 */
export function ClientLink({ to, keepsPage, ...others }: Props) {
  return <Link {...others} to={safeAddress(to)} onClickCapture={keepsPage ? undefined : leaveToBrowser} />;
}

/** Keeps a click from the router, where a document is due: the browser then follows the link itself. */
function leaveToBrowser(event: MouseEvent<HTMLAnchorElement>): void {
  if (takesDocument(event.currentTarget.pathname)) event.stopPropagation();
}
