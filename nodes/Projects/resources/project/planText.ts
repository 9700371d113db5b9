import type { FieldChange } from '../../../../platform/projectFiles/plan/step';
import { escapeHtml } from '../../../shared/errors/errors';
import { shortened } from '../../../../platform/common/text/text';
import { toText } from './planOutput';

const MAX_FIELDS = 20;
const MAX_VALUE_CHARACTERS = 200;
/** Git services accept comments of some 60,000. */
const MAX_CHARACTERS = 50_000;

interface Described {
  kind: string;
  name: string;
  action: string;
  changes: readonly FieldChange[];
  reason?: string;
}

interface Style {
  /** Shows a name or value. Nothing in it is taken for markup, and as code it notifies nobody. */
  value(text: string): string;
  reason(text: string): string;
  line(text: string): string;
  page(head: string, lines: string): string;
}

const paragraphs = (head: string, lines: string) => `${head}\n\n${lines}`.trim();

const asCode = (text: string) => `\`${text.replaceAll('`', "'") || ' '}\``;

const withoutTags = (text: string) => text.replaceAll('<', '‹');

const STYLES = {
  /** For a form, a chat or a mail. A form takes it for HTML, where a tag could hide the rest. */
  text: {
    value: (text) => `"${withoutTags(text)}"`,
    reason: withoutTags,
    line: (text) => `- ${text}`,
    page: paragraphs,
  },
  /** For a Git service. */
  markdown: {
    value: asCode,
    reason: asCode,
    line: (text) => `- ${text}`,
    page: paragraphs,
  },
  html: {
    value: (text) => `<b>${escapeHtml(text)}</b>`,
    reason: escapeHtml,
    line: (text) => `<li>${text}</li>`,
    page: (head, lines) => `<p>${head}</p>\n<ul>\n${lines}\n</ul>`,
  },
} satisfies Record<string, Style>;

type Texts = Record<keyof typeof STYLES, string>;

/** Writes a plan or deploy for the person who decides about it, a sentence for each change. */
export function planTexts(
  { name, reason }: { name: string; reason: string },
  changes: readonly Described[],
): Texts {
  const relevant = changes.filter(({ action }) => action !== 'unchanged');
  const written = Object.entries(STYLES).map(([styleName, style]: [string, Style]) => {
    const lines: string[] = [];
    let length = 0;
    for (const [index, change] of relevant.entries()) {
      const line = style.line(sentence(change, style));
      length += line.length + 1;
      if (length > MAX_CHARACTERS) {
        lines.push(style.line(`… ${relevant.length - index} more`));
        break;
      }
      lines.push(line);
    }
    return [styleName, style.page(`${valueText(name, style)}: ${reason}`, lines.join('\n'))];
  });
  return Object.fromEntries(written) as Texts;
}

/** Of new entries, only these fields are shown: the values of variables differ by target, and the role of a right gives power. */
const VALUES = /^(?:value$|isPassword$|role$|variables\.)/;

/** Returns, for example, `update job "Load": variable "DAY" from "Mon" to "Tue"`. */
function sentence({ kind, name, action, changes, reason }: Described, style: Style): string {
  const isNew = action === 'create' || action === 'created';
  const fields = isNew ? changes.filter(({ field }) => VALUES.test(field)) : changes;
  const more = fields.length - MAX_FIELDS;
  const details = [
    ...fields.slice(0, MAX_FIELDS).map((change) => fieldText(change, style)),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  const what = `${action} ${kind} ${valueText(name, style)}`;
  const changed = details.length > 0 ? `${what}: ${details.join(', ')}` : what;
  return reason === undefined ? changed : `${changed}. Reason: ${style.reason(oneLine(reason))}`;
}

function fieldText({ field, from, to }: FieldChange, style: Style): string {
  const [, variable] = /^variables\.(.*)$/s.exec(field) ?? [];
  const named =
    variable === undefined ? valueText(field, style) : `variable ${valueText(variable, style)}`;
  const [before, after] = [from, to].map(toText).map((text) => text && valueText(text, style));
  if (before && after) return `${named} from ${before} to ${after}`;
  if (after) return `${named} set to ${after}`;
  return before ? `${named} ${before} removed` : named;
}

function valueText(text: string, style: Style): string {
  return style.value(oneLine(text));
}

function oneLine(text: string): string {
  return shortened(text, MAX_VALUE_CHARACTERS).replace(/\s+/g, ' ').trim();
}
