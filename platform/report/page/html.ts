/** The light color is written inline, the dark one in a style sheet for the class with the tone's name. */
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

const DARK = Object.entries(TONES)
  .map(([name, { property, dark }]) => `.${name}{${property}:${dark}!important}`)
  .join('');

/** Mail programs that drop the style sheet still show a complete light page. */
const STYLE_SHEET = [
  ':root{color-scheme:light dark}',
  `@media (prefers-color-scheme:dark){${DARK}}`,
  '@media (max-width:480px){.pad{padding-left:14px!important;padding-right:14px!important}.outer{padding:12px 8px!important}.state{float:none!important;display:block;padding-left:0!important}}',
  '@media (max-width:360px){.tile{display:inline-block;width:46%!important;padding-bottom:8px!important}}',
  '@media print{.card{break-inside:avoid}h2{break-after:avoid}}',
].join('');

/** The result is safe in content and in attributes. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

/** @param content HTML @param attributes HTML */
export function element(
  tag: string,
  tone: ToneName,
  style: string,
  content: string,
  attributes = '',
): string {
  const { property, light } = TONES[tone];
  const more = attributes === '' ? '' : ` ${attributes}`;
  return `<${tag} class="${tone}" style="${property}:${light};${style}"${more}>${content}</${tag}>`;
}

/** In mail programs, only a table can put cells side by side. */
export function layout(rows: string, style = '', classes = ''): string {
  const named = classes === '' ? '' : ` class="${classes}"`;
  return `<table role="presentation"${named} cellpadding="0" cellspacing="0" width="100%" style="${style}">${rows}</table>`;
}

/** The file works in mail programs and browsers. */
export function htmlFile(title: string, content: string): string {
  const column = layout(
    `<tr><td style="padding:0"><div role="main">${content}</div></td></tr>`,
    `max-width:760px;margin:0 auto;text-align:left;overflow-wrap:anywhere;${FONT}`,
  );
  const page = layout(
    `<tr><td class="outer" style="padding:28px 16px;text-align:center">${column}</td></tr>`,
    `background:${TONES.page.light}`,
    'page',
  );
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${STYLE_SHEET}</style></head>
${element('body', 'page', 'margin:0;padding:0', page)}</html>
`;
}

export function pageTitle(text: string): string {
  const style = 'margin:0;font-size:24px;line-height:30px;font-weight:650';
  return element('h1', 'ink', style, escapeHtml(text));
}

export function heading(text: string): string {
  const style = 'margin:26px 0 8px;font-size:18px;line-height:24px;font-weight:600';
  return element('h2', 'ink', style, escapeHtml(text));
}

/** @param content HTML */
export function note(content: string): string {
  return element('p', 'soft', 'margin:14px 0 0;font-size:12px;line-height:18px', content);
}

/** @param content HTML */
export function card(content: string): string {
  const { card: surface, edge, soft } = TONES;
  const style = `color:${soft.light};padding:14px 20px 16px;font-size:13px;line-height:19px`;
  return layout(
    `<tr><td class="pad soft" style="${style}">${content}</td></tr>`,
    `background:${surface.light};border:1px solid ${edge.light};margin:0 0 10px;border-radius:8px`,
    'card edge',
  );
}
