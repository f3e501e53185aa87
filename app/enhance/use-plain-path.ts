import { useLocation, useNavigate } from "@remix-run/react";
import { useEffect } from "react";
import { safeAddress } from "~/paths";

/** Collapses double slashes after a navigation in the browser, as the server does on the first page. */
export function usePlainPath(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!pathname.includes("//")) return;
    navigate(safeAddress(pathname.replace(/\/{2,}/g, "/") + search + hash), { replace: true });
  }, [pathname, search, hash, navigate]);
}
