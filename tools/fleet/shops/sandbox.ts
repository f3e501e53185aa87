import { sandboxOf } from "../../rig/apis/sandbox";
import type { Around, Shop, Shops } from "./shop";

/** On the sandbox, whose books are its database; then on one that answers as an API that knows only the specification. */
export async function sandboxShops({ nginx }: Around): Promise<Shops> {
  const full: Shop = {
    name: "sandbox",
    api: sandboxOf({ sandbox: nginx.apiOrigin }),
    variables: {
      SANDBOX_ORIGIN: nginx.apiOrigin,
      SANDBOX_HOSTS: new URL(nginx.apiOrigin).host,
      REDIRECT_HOSTS: new URL(nginx.apiOrigin).host,
    },
    portVariable: "SANDBOX_PORT",
  };
  return [full, { ...full, name: "bare_sandbox", variables: { ...full.variables, SANDBOX_DRESS: "bare" } }];
}
