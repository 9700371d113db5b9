/** A color by the name of the class that has it: inline for light, in a style sheet for dark. */
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

/** The class and the color of a tone, followed by more style. */
export function tone(name: ToneName, style = ''): string {
  const { property, light } = TONES[name];
  return `class="${name}" style="${property}:${light};${style}"`;
}

function lightOf(name: ToneName): string {
  return TONES[name].light;
}

const FONT =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

const dark = Object.entries(TONES)
  .map(([name, { property, dark: color }]) => `.${name}{${property}:${color}!important}`)
  .join('');

/** Only adds: without it the page is light and complete. */
const STYLE_SHEET = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${dark}}@media (max-width:480px){.pad{padding-left:14px!important;padding-right:14px!important}.outer{padding:12px 8px!important}}@media (max-width:360px){.tile{display:inline-block;width:46%!important;padding-bottom:8px!important}}`;

/** A text as HTML, in content and in attributes. */
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

/** A whole HTML file of one column, for mail programs and browsers. */
export function document(title: string, content: string): string {
  const column = `<tr><td style="padding:0"><div role="main">${content}</div></td></tr>`;
  const inner = layout(
    column,
    `max-width:760px;margin:0 auto;text-align:left;overflow-wrap:anywhere;${FONT};`,
  );
  const outer = layout(
    `<tr><td class="outer" style="padding:28px 16px;text-align:center">${inner}</td></tr>`,
    'background:#f4f5f7;',
    'page',
  );
  return `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title><style>${STYLE_SHEET}</style></head>
<body ${tone('page', 'margin:0;padding:0')}>${outer}</body></html>
`;
}

/** Above a part of the page. */
export function heading(text: string): string {
  return `<h2 ${tone('ink', 'margin:26px 0 8px;font-size:18px;line-height:24px;font-weight:600')}>${escaped(text)}</h2>`;
}

/** A white field on the page. */
export function card(content: string): string {
  const soft = `color:${lightOf('soft')}`;
  const cell = `<tr><td class="pad soft" style="${soft};padding:14px 20px 16px;font-size:13px;line-height:19px">${content}</td></tr>`;
  const edge = `border:1px solid ${lightOf('edge')}`;
  return layout(
    cell,
    `background:${lightOf('card')};${edge};margin:0 0 10px;border-radius:8px`,
    'card edge',
  );
}
