import type { IDataObject } from 'n8n-workflow';
import type { FieldChange, PlannedChange } from '../../../../platform/projectFiles/plan/step';
import type { Summary } from '../../../../platform/projectFiles/plan/describePlan';
import { shortened } from '../../../../platform/common/text/text';
import type { ItemCall } from '../../../shared/operation/operation';
import { fields } from '../../../shared/operation/output';
import { isTool } from '../../../shared/tools/toolOutput';
import { jobRun, pipelineRun } from '../../outputs';

/** The differences: values that are not texts are written as JSON. */
const CHANGE = {
  ...fields('kind name alias action'),
  changes: [fields('field from to')],
  ...fields('changesLeftOut:integer reason'),
} as const;

/** The first item of a plan and of a deploy. */
const SUMMARY = {
  blocked: [fields('kind name reason')],
  runAfter: fields('kind alias name'),
  ...fields('projectId fingerprint text markdown html'),
} as const;

export const PLAN_OUTPUT = {
  ...CHANGE,
  counts: fields(
    'create:integer update:integer extraneous:integer unchanged:integer blocked:integer',
  ),
  leftOut: 'integer',
  ...SUMMARY,
} as const;

export const DEPLOY_OUTPUT = {
  ...CHANGE,
  counts: fields(
    'created:integer updated:integer deleted:integer unchanged:integer blocked:integer failed:integer',
  ),
  ...SUMMARY,
  result: { ...jobRun.whole, ...pipelineRun.whole },
} as const;

/** Whoever has more compares the files. */
const MAX_CHANGES = 100;
const MAX_CHARACTERS = 1_000;

/** One change, what matters most first. */
export function changeOutput({
  kind,
  name,
  alias,
  action,
  changes,
  reason,
}: Omit<PlannedChange, 'action'> & { action: string }): IDataObject {
  return {
    kind,
    name,
    alias: alias ?? null,
    action,
    reason: reason ?? null,
    changes: changes.slice(0, MAX_CHANGES).map(shownChange),
    changesLeftOut: Math.max(0, changes.length - MAX_CHANGES),
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

/** The summary of all changes, as one more item. */
export function summaryOutput<Action extends string>(
  { name, action, reason, counts, blocked, runAfter, projectId, leftOut }: Summary<Action>,
  fingerprint?: string,
  texts?: Record<string, string>,
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
    ...texts,
    // Last: n8n's table shows columns in this order.
    changes: [],
  };
}

function shownChange({ field, from, to }: FieldChange): IDataObject {
  const cut = (value: unknown) => {
    const text = toText(value);
    return text && shortened(text, MAX_CHARACTERS);
  };
  return { field: shortened(field, MAX_CHARACTERS), from: cut(from), to: cut(to) };
}

/** A value as a text: texts of a list with commas between, and what is neither as JSON. */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isTexts ? value.join(', ') : JSON.stringify(value);
}
