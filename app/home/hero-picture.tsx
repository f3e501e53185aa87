/** A phone that reaches the net through a tunnel. Decoration; pages written from right to left show it the other way round. */
export function HeroPicture() {
  return (
    <svg className="hero-picture" viewBox="0 0 320 224" aria-hidden="true">
      <g className="picture-soft">
        <circle cx="160" cy="112" r="104" />
      </g>
      <g className="picture-line">
        <path d="M118 118c30-34 62-34 92-6" strokeDasharray="2 9" />
        <rect className="picture-face" x="34" y="38" width="84" height="150" rx="14" />
        <path d="M66 52h20M62 172h28" />
        <circle className="picture-face" cx="252" cy="104" r="44" />
        <path d="M208 104h88M252 60c-26 26-26 62 0 88M252 60c26 26 26 62 0 88M216 82h72M216 126h72" />
      </g>
      <g className="picture-solid">
        <path d="m76 82-26 10v18c0 17 11 29 26 34 15-5 26-17 26-34V92Z" />
        <circle cx="164" cy="93" r="17" />
      </g>
      <g className="picture-tick">
        <path d="m65 112 8 8 14-15" />
        <path d="M159 91v-4a5 5 0 0 1 10 0v4M156 91h16v10h-16Z" />
      </g>
    </svg>
  );
}
