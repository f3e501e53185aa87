import { isIPv6, SocketAddress } from "node:net";

/** A network that an address is in, and how many times as much as one household is allowed to it. */
export interface Network {
  name: string;
  share: number;
}

/** Groups of four hexadecimal digits, and the bits that are counted. */
const WIDTHS = [
  /** A household, or one phone. */
  { bits: 64, share: 1 },
  /** What many providers give one customer, and others 256. */
  { bits: 56, share: 4 },
  /** What an office or a small hosting customer has: 65,536 of the first kind. */
  { bits: 48, share: 16 },
] as const;

/**
 * The networks of an address that are counted, the narrowest first. An IPv4 address is one; one written as IPv6 is that address.
 * None where the host names no address: nobody is counted together with all others.
 */
export function networksOf(address: string | undefined): readonly Network[] {
  if (!address) return [];
  const groups = groupsOf(address);
  if (groups === undefined) return [{ name: plainAddress(address), share: 1 }];
  return WIDTHS.map(({ bits, share }) => ({ name: networkName(groups, bits), share }));
}

/** The groups of an IPv6 address as numbers; undefined for IPv4. */
function groupsOf(address: string): number[] | undefined {
  const plain = plainAddress(address);
  if (!plain.includes(":")) return undefined;
  const [head = [], tail = []] = plain.split("::").map((part) => part.split(":").filter((group) => group !== ""));
  const zeros = Array.from({ length: Math.max(0, 8 - head.length - tail.length) }, () => "0");
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16));
}

function plainAddress(address: string): string {
  if (!isIPv6(address)) return address;
  return new SocketAddress({ address, family: "ipv6" }).address.replace(/^::ffff:(?=[\d.]+$)/, "");
}

function networkName(groups: readonly number[], bits: number): string {
  const counted = groups.slice(0, 4).map((group, n) => group & (0xffff << Math.max(0, 16 * (n + 1) - bits)) & 0xffff);
  return `${counted.map((group) => group.toString(16)).join(":")}/${bits}`;
}
