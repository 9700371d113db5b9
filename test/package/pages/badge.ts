const pointsOfLetter = 6.6;
const padding = 12;
const height = 20;

/** A flat badge as a picture of its own: what, and how it stands with it. */
export function badge(what: string, value: string): string {
  const left = widthOf(what);
  const right = widthOf(value);
  const width = left + right;
  const text = (words: string, from: number, over: number) =>
    `<text x="${from + over / 2}" y="14">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" role="img" aria-label="${what}: ${value}">
  <clipPath id="corners"><rect width="${width}" height="${height}" rx="3"/></clipPath>
  <g clip-path="url(#corners)">
    <rect width="${left}" height="${height}" fill="#505a64"/>
    <rect x="${left}" width="${right}" height="${height}" fill="#0f766e"/>
  </g>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
    ${text(what, 0, left)}
    ${text(value, left, right)}
  </g>
</svg>
`;
}

function widthOf(words: string): number {
  return Math.round(words.length * pointsOfLetter) + padding;
}
