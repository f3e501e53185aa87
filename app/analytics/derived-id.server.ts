import { signatureOf } from "~/sealing.server";

/**
 * A UUID in the shape of version 4 that always is the same for the same text, and that only the site can make: ids of what
 * happens once, and of visitors whose browser keeps none.
 * @param text begins with what it is the id of, so that no two things share one
 */
export function derivedId(text: string): string {
  const bytes = Buffer.from(signatureOf("analytics", text), "base64url").subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
