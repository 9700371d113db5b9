import type { FieldChange } from '../../../../platform/projectFiles/plan/step';
import { escapeHtml } from '../../../shared/errors/errors';
import { shorten } from '../../../../platform/common/text/text';
import { formatValue } from './planOutput';

const MAX_FIELDS = 20;
const MAX_VALUE_CHARACTERS = 200;
/** Bitbucket Server accepts comments of up to 32,768 characters, GitHub of up to 65,536. */
const MAX_TEXT_CHARACTERS = 32_000;

interface ChangeToDescribe {
  kind: string;
  name: string;
  action: string;
  changes: readonly FieldChange[];
  reason?: string;
}

interface Style {
  /** Formats a name or value so that no part of it is markup or, in Markdown, mentions a user. */
  value(text: string): string;
  reason(text: string): string;
  line(text: string): string;
  page(head: string, lines: string): string;
}

const joinParagraphs = (head: string, lines: string) => `${head}\n\n${lines}`.trim();

const toCode = (text: string) => `\`${text.replaceAll('`', "'") || ' '}\``;

const replaceTags = (text: string) => text.replaceAll('<', '‹');

const STYLES = {
  /** For forms, chats and emails. A form treats the text as HTML, in which a tag could hide other text. */
  text: {
    value: (text) => `"${replaceTags(text)}"`,
    reason: replaceTags,
    line: (text) => `- ${text}`,
    page: joinParagraphs,
  },
  /** For Git services. */
  markdown: {
    value: toCode,
    reason: toCode,
    line: (text) => `- ${text}`,
    page: joinParagraphs,
  },
  html: {
    value: (text) => `<b>${escapeHtml(text)}</b>`,
    reason: escapeHtml,
    line: (text) => `<li>${text}</li>`,
    page: (head, lines) => `<p>${head}</p>\n<ul>\n${lines}\n</ul>`,
  },
} satisfies Record<string, Style>;

type Texts = Record<keyof typeof STYLES, string>;

/** Describes a plan (for the person who approves it) or the outcome of a deploy, in one text for each style. */
export function buildPlanTexts(
  { name, reason }: { name: string; reason: string },
  changes: readonly ChangeToDescribe[],
): Texts {
  const relevant = changes.filter(({ action }) => action !== 'unchanged');
  const texts = Object.entries(STYLES).map(([styleName, style]: [string, Style]) => {
    const lines: string[] = [];
    let length = 0;
    for (const [index, change] of relevant.entries()) {
      const line = style.line(describeChange(change, style));
      length += line.length + 1;
      if (length > MAX_TEXT_CHARACTERS) {
        lines.push(style.line(`… ${relevant.length - index} more`));
        break;
      }
      lines.push(line);
    }
    return [styleName, style.page(`${formatText(name, style)}: ${reason}`, lines.join('\n'))];
  });
  return Object.fromEntries(texts) as Texts;
}

/** Only these fields of new entries are shown. Approvals depend on them: variables differ by target, and roles grant rights. */
const SHOWN_IF_NEW = /^(?:value$|isPassword$|role$|variables\.)/;

/** Writes, for example, `update job "Load": variable "DAY" from "Mon" to "Tue"`. */
function describeChange(
  { kind, name, action, changes, reason }: ChangeToDescribe,
  style: Style,
): string {
  const isNew = action === 'create' || action === 'created';
  const fields = isNew ? changes.filter(({ field }) => SHOWN_IF_NEW.test(field)) : changes;
  const more = fields.length - MAX_FIELDS;
  const details = [
    ...fields.slice(0, MAX_FIELDS).map((change) => describeField(change, style)),
    ...(more > 0 ? [`${more} more`] : []),
  ];
  const subject = `${action} ${kind} ${formatText(name, style)}`;
  const changed = details.length > 0 ? `${subject}: ${details.join(', ')}` : subject;
  return reason === undefined ? changed : `${changed}. Reason: ${style.reason(cutToLine(reason))}`;
}

function describeField({ field, from, to }: FieldChange, style: Style): string {
  const [, variable] = /^variables\.(.*)$/s.exec(field) ?? [];
  const fieldName =
    variable === undefined ? formatText(field, style) : `variable ${formatText(variable, style)}`;
  const [before, after] = [from, to]
    .map(formatValue)
    .map((text) => text && formatText(text, style));
  if (before && after) return `${fieldName} from ${before} to ${after}`;
  if (after) return `${fieldName} set to ${after}`;
  return before ? `${fieldName} ${before} removed` : fieldName;
}

function formatText(text: string, style: Style): string {
  return style.value(cutToLine(text));
}

function cutToLine(text: string): string {
  return shorten(text, MAX_VALUE_CHARACTERS).replace(/\s+/g, ' ').trim();
}
