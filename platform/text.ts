const MAX_EXCERPT_CHARACTERS = 500;

/** Somebody else's text, safe to show in a message: one line, no control characters, at most 500 characters. */
export function excerpt(
  text: string,
  secrets: readonly string[] = [],
  characters = MAX_EXCERPT_CHARACTERS,
): string {
  let shown = text;
  for (const secret of secrets.flatMap(asWritten)) {
    if (secret.length > 0) shown = shown.split(secret).join('***');
  }
  // eslint-disable-next-line no-control-regex -- control characters are exactly what is taken out
  shown = shown.replace(/[\u0000-\u001f\u007f-\u009f\s]+/g, ' ').trim();
  return shortened(shown, characters);
}

/** A secret as it is, and as it stands within JSON text. */
function asWritten(secret: string): string[] {
  return [secret, JSON.stringify(secret).slice(1, -1)];
}

/** Whether a text is an HTML page: what gateways and web front ends send instead of an answer. */
export function isHtml(text: string): boolean {
  return /^\s*<(?:!doctype\s+html|html|head|body|!--)/i.test(text);
}

/** The title of an HTML page, or the start of its text. */
export function htmlTitle(html: string, secrets: readonly string[] = []): string {
  const title = /<title[^>]*>([^<]*)<\/title>/i.exec(html)?.[1];
  return excerpt(title ?? html.replace(/<[^>]*>/g, ' '), secrets);
}

/** At most so many characters; what was left out is marked by "…". */
export function shortened(text: string, characters: number): string {
  if (text.length <= characters) return text;
  const start = text.slice(0, characters - 1);
  // A character that takes two places is not cut in two.
  return `${/[\ud800-\udbff]$/.test(start) ? start.slice(0, -1) : start}…`;
}
