export const WIDTH = 860;
export const MARGIN = 24;

const STYLE = `
  text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2933; }
  .title { font-weight: 600; font-size: 14px; }
  .label, .value { fill: #52606d; }
  .ours { fill: #0b8f82; } .other { fill: #b3bdc9; } .bare { fill: #dfe4ea; }
  .ours-text { fill: #0b7a6f; font-weight: 600; }
  .ours-line { stroke: #0b8f82; stroke-width: 2; fill: none; }
  .even-line { stroke: #b3bdc9; stroke-dasharray: 4 4; fill: none; }
  .ground { fill: #ffffff; } .line { stroke: #e4e7eb; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .label, .value { fill: #9aa7b4; }
    .ours { fill: #2dd4bf; } .other { fill: #56616d; } .bare { fill: #343d47; }
    .ours-text { fill: #5eead4; }
    .ours-line { stroke: #2dd4bf; } .even-line { stroke: #56616d; }
    .ground { fill: #0d1117; } .line { stroke: #2a323b; }
  }`;

/** A whole picture, readable on light and on dark pages. */
export function picture(words: string, height: number, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${words}">`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}

export function line(y: number): string {
  return `<line class="line" x1="${MARGIN}" x2="${WIDTH - MARGIN}" y1="${y}" y2="${y}"/>`;
}

export function text(x: number, y: number, words: string, kind: string, anchor = 'start'): string {
  const escaped = words.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  return `<text class="${kind}" x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${escaped}</text>`;
}
