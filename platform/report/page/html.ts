/** A text in a page: nothing in it is taken for HTML, in an attribute neither. */
export function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** A table that only puts things side by side. Mail programs have nothing else for that. */
export function layout(rows: string, style = '', name = ''): string {
  const classes = name === '' ? '' : ` class="${name}"`;
  const styles = style === '' ? '' : ` style="${style}"`;
  return `<table role="presentation"${classes} cellpadding="0" cellspacing="0" width="100%"${styles}>${rows}</table>`;
}

/** A part of a whole as a width. */
export function width(part: number): string {
  return `width:${Math.round(part * 10_000) / 100}%`;
}

export function bytesOf(text: string): number {
  return Buffer.byteLength(text);
}
