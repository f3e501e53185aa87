import { isIPv6, SocketAddress } from "node:net";

/** One household has a whole /64 of IPv6 addresses, so that is what is counted. An IPv4 address written as IPv6 is that address. */
export function networkOf(address: string | undefined): string | undefined {
  if (address === undefined || !isIPv6(address)) return address;
  const plain = new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=[\d.]+$)/, "");
  if (!plain.includes(":")) return plain;
  const [head = [], tail] = plain.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - head.length - tail.length);
  return [...head, ...Array.from({ length: zeros }, () => "0"), ...(tail ?? [])].slice(0, 4).join(":");
}
