import type { FieldChange } from '../../../../platform/projectFiles/plan/step';
import { shortened } from '../../../../platform/text/text';
import { shown } from './planOutput';

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

/** A plan or deploy as Markdown that reads well as plain text, too: for a comment, a chat or a form. */
export function planText(
  { name, reason }: { name: string; reason: string },
  changes: readonly Described[],
): string {
  const lines = [`${code(name)}: ${reason}`, ''];
  const relevant = changes.filter(({ action }) => action !== 'unchanged');
  let length = 0;
  for (const [index, change] of relevant.entries()) {
    const line = lineOf(change);
    length += line.length + 1;
    if (length > MAX_CHARACTERS)
      return [...lines, `- … ${relevant.length - index} more`].join('\n');
    lines.push(line);
  }
  return lines.join('\n').trim();
}

/** Of what is new, values of variables alone: they differ by target, and everything else is new. */
const VALUES = /^(?:value$|variables\.)/;

function lineOf({ kind, name, action, changes, reason }: Described): string {
  const isNew = action === 'create' || action === 'created';
  const fields = isNew ? changes.filter(({ field }) => VALUES.test(field)) : changes;
  const more = fields.length - MAX_FIELDS;
  const details = [
    ...fields.slice(0, MAX_FIELDS).map(fieldText),
    ...(more > 0 ? [`${more} more`] : []),
    ...(reason === undefined ? [] : [code(reason)]),
  ];
  const what = `- ${action} ${kind} ${code(name)}`;
  return details.length > 0 ? `${what}: ${details.join(', ')}` : what;
}

function fieldText({ field, from, to }: FieldChange): string {
  const values = [from, to].map(shown).filter((text) => text !== null);
  return values.length > 0 ? `${code(field)} ${values.map(code).join(' → ')}` : code(field);
}

/** As code: nothing in a name or value is then taken for Markdown, or notifies anyone. */
function code(text: string): string {
  const line = shortened(text, MAX_VALUE_CHARACTERS).replace(/\s+/g, ' ').replaceAll('`', "'");
  return `\`${line.trim() || ' '}\``;
}
