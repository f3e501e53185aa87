import type { QrCodeView } from "./qr-code.server";

/** A QR code on white, whatever the colours around it; what it is for stands below it, and is its name. */
export function QrCode({ code, text, className }: { code: QrCodeView; text: string; className?: string }) {
  return (
    <figure className={className}>
      <svg viewBox={`-2 -2 ${code.size + 4} ${code.size + 4}`} role="img" aria-label={text}>
        <path d={code.path} stroke="#000" shapeRendering="crispEdges" />
      </svg>
      <figcaption aria-hidden="true">{text}</figcaption>
    </figure>
  );
}
