/** A picture that says nothing the words beside it do not say. Text browsers print something for an `<img>`, even for one without words. */
export function Decoration({ src, width, height }: { src: string; width: number; height: number }) {
  return (
    <svg width={width} height={height} aria-hidden="true">
      <image href={src} width={width} height={height} />
    </svg>
  );
}
