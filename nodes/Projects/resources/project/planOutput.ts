import type { IDataObject } from 'n8n-workflow';
import type { FieldChange } from '../../../../platform/projectFiles/plan/compare';
import type { PlannedChange } from '../../../../platform/projectFiles/plan/steps';
import type { Summary } from '../../../../platform/projectFiles/output/summary';
import { shortened } from '../../../../platform/text/text';
import type { ItemCall } from '../../../shared/operation/operation';
import { isTool } from '../../../shared/tools/toolOutput';

/** Whoever has more compares the files. */
const MAX_CHANGES = 100;
const MAX_CHARACTERS = 1_000;
/** So much of two long texts stands before the place where they begin to differ. */
const CHARACTERS_BEFORE = 100;

/** One change, what matters most first. */
export function changeOutput({
  kind,
  name,
  alias,
  action,
  changes,
  reason,
}: Omit<PlannedChange, 'action'> & { action: string }): IDataObject {
  const leftOut = changes.length - MAX_CHANGES;
  return {
    kind,
    name,
    ...(alias !== undefined && { alias }),
    action,
    ...(reason !== undefined && { reason }),
    changes: changes.slice(0, MAX_CHANGES).map(shownChange),
    ...(leftOut > 0 && { changesLeftOut: leftOut }),
  };
}

/** A model that reads a plan needs no list of what stays as it is: the summary counts it. */
export function relevantChanges<Change extends { action: string; reason?: string }>(
  { execution }: Pick<ItemCall<unknown>, 'execution'>,
  changes: readonly Change[],
): Change[] {
  const isRelevant = ({ action, reason }: Change) => action !== 'unchanged' || reason !== undefined;
  return changes.filter((change) => !isTool(execution) || isRelevant(change));
}

/** What all changes come to, as one more item. */
export function summaryOutput<Action extends string>(
  { name, action, reason, counts, blocked, runAfter, projectId, leftOut }: Summary<Action>,
  fingerprint?: string,
  text?: string,
): IDataObject {
  return {
    kind: 'summary',
    name,
    action,
    reason,
    counts: { ...counts },
    ...(leftOut !== undefined && { leftOut }),
    blocked: blocked.map((entry) => ({ ...entry })),
    runAfter: runAfter && { ...runAfter },
    projectId,
    ...(fingerprint !== undefined && { fingerprint }),
    ...(text !== undefined && { text }),
    // Last: n8n's table shows columns in this order.
    changes: [],
  };
}

function shownChange({ field, from, to }: FieldChange): IDataObject {
  const [before, after] = [shown(from), shown(to)];
  const start = isLong(before) && isLong(after) ? firstDifference(before, after) : 0;
  return {
    field: shortened(field, MAX_CHARACTERS),
    from: before && cut(before, start),
    to: after && cut(after, start),
  };
}

const isLong = (text: string | null): text is string =>
  text !== null && text.length > MAX_CHARACTERS;

/** Where two texts begin to differ, with what stands before it. */
function firstDifference(one: string, other: string): number {
  let index = 0;
  while (index < one.length && one[index] === other[index]) index++;
  return Math.max(0, index - CHARACTERS_BEFORE);
}

function cut(text: string, start: number): string {
  return start === 0
    ? shortened(text, MAX_CHARACTERS)
    : `…${shortened(text.slice(start), MAX_CHARACTERS - 1)}`;
}

/** A value as a text: texts of a list with commas between, and what is neither as JSON. */
export function shown(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isTexts ? value.join(', ') : JSON.stringify(value);
}
