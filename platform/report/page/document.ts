import { escaped, layout } from './html';
import { FONT, STYLE_SHEET, tone } from './style';

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
