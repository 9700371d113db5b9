/** The light color is in the style of each element. The dark color is in the style sheet, for the class with the tone's name. */
interface Tone {
  property: 'background' | 'color' | 'border-color';
  light: string;
  dark: string;
}

const TONES = {
  page: { property: 'background', light: '#f4f5f7', dark: '#12151a' },
  card: { property: 'background', light: '#ffffff', dark: '#1a1e25' },
  edge: { property: 'border-color', light: '#e3e6eb', dark: '#2c323c' },
  ink: { property: 'color', light: '#1d2430', dark: '#e8ebf0' },
  soft: { property: 'color', light: '#5a6372', dark: '#a4aebc' },
  alarm: { property: 'color', light: '#b3261e', dark: '#ff9d93' },
  notice: { property: 'color', light: '#835400', dark: '#f1c265' },
  work: { property: 'color', light: '#245fa3', dark: '#93bff7' },
  calm: { property: 'color', light: '#28704f', dark: '#74cda7' },
} as const satisfies Record<string, Tone>;

export type ToneName = keyof typeof TONES;

const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

const DARK_RULES = Object.entries(TONES)
  .map(([name, { property, dark }]) => `.${name}{${property}:${dark}!important}`)
  .join('');

/** Mail programs that drop the style sheet still show a complete light page. */
const STYLE_SHEET = [
  ':root{color-scheme:light dark}',
  `@media (prefers-color-scheme:dark){${DARK_RULES}}`,
  '@media (max-width:480px){.pad{padding-left:14px!important;padding-right:14px!important}.outer{padding:12px 8px!important}.state{float:none!important;display:block;padding-left:0!important}}',
  '@media (max-width:360px){.tile{display:inline-block;width:46%!important;padding-bottom:8px!important}}',
  '@media print{.card{break-inside:avoid}h2{break-after:avoid}}',
].join('');

/** Returns text that is safe in content and in attributes. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** @param content HTML @param attributes HTML */
export function drawElement(
  tag: string,
  tone: ToneName,
  style: string,
  content: string,
  attributes = '',
): string {
  const { property, light } = TONES[tone];
  const furtherAttributes = attributes === '' ? '' : ` ${attributes}`;
  return `<${tag} class="${tone}" style="${property}:${light};${style}"${furtherAttributes}>${content}</${tag}>`;
}

/** Returns a table, because nothing else can put cells side by side in mail programs. */
export function drawTable(rows: string, style = '', classes = ''): string {
  const classAttribute = classes === '' ? '' : ` class="${classes}"`;
  return `<table role="presentation"${classAttribute} cellpadding="0" cellspacing="0" width="100%" style="${style}">${rows}</table>`;
}

/** Returns an HTML file that works in mail programs and browsers. */
export function buildHtmlFile(title: string, content: string): string {
  const column = drawTable(
    `<tr><td style="padding:0"><div role="main">${content}</div></td></tr>`,
    `max-width:760px;margin:0 auto;text-align:left;overflow-wrap:anywhere;${FONT}`,
  );
  const page = drawTable(
    `<tr><td class="outer" style="padding:28px 16px;text-align:center">${column}</td></tr>`,
    `background:${TONES.page.light}`,
    'page',
  );
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE_SHEET}</style></head>
${drawElement('body', 'page', 'margin:0;padding:0', page)}</html>
`;
}

export function drawTitle(text: string): string {
  const style = 'margin:0;font-size:24px;line-height:30px;font-weight:650';
  return drawElement('h1', 'ink', style, escapeHtml(text));
}

export function drawHeading(text: string): string {
  const style = 'margin:26px 0 8px;font-size:18px;line-height:24px;font-weight:600';
  return drawElement('h2', 'ink', style, escapeHtml(text));
}

/** @param content HTML */
export function drawNote(content: string): string {
  return drawElement('p', 'soft', 'margin:14px 0 0;font-size:12px;line-height:18px', content);
}

/** @param content HTML */
export function drawCard(content: string): string {
  const { card: surface, edge, soft } = TONES;
  const style = `color:${soft.light};padding:14px 20px 16px;font-size:13px;line-height:19px`;
  return drawTable(
    `<tr><td class="pad soft" style="${style}">${content}</td></tr>`,
    `background:${surface.light};border:1px solid ${edge.light};margin:0 0 10px;border-radius:8px`,
    'card edge',
  );
}
