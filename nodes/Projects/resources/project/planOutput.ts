import type { IDataObject } from 'n8n-workflow';
import type { FieldChange, PlannedChange } from '../../../../platform/projectFiles/plan/step';
import type { Summary } from '../../../../platform/projectFiles/plan/describePlan';
import { shorten } from '../../../../platform/common/text/text';
import type { ItemCall } from '../../../shared/operation/operation';
import { fields } from '../../../shared/operation/output';
import { isTool } from '../../../shared/tools/toolOutput';
import { jobRun, pipelineRun } from '../../outputs';

const CHANGE = {
  ...fields('kind name alias action'),
  changes: [fields('field from to')],
  ...fields('changesLeftOut:integer reason'),
} as const;

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

const MAX_CHANGES = 100;
const MAX_CHARACTERS = 1_000;

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

/** For a model, leaves out unchanged entries without a reason. The summary counts them. */
export function relevantChanges<Change extends { action: string; reason?: string }>(
  { execution }: Pick<ItemCall<unknown>, 'execution'>,
  changes: readonly Change[],
): Change[] {
  const isRelevant = ({ action, reason }: Change) => action !== 'unchanged' || reason !== undefined;
  return changes.filter((change) => !isTool(execution) || isRelevant(change));
}

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
    // Empty here, so that n8n's table shows the column of the other items' changes after those of the summary.
    changes: [],
  };
}

function shownChange({ field, from, to }: FieldChange): IDataObject {
  const cut = (value: unknown) => {
    const text = toText(value);
    return text && shorten(text, MAX_CHARACTERS);
  };
  return { field: shorten(field, MAX_CHARACTERS), from: cut(from), to: cut(to) };
}

/** Joins texts of a list with commas, and writes other values as JSON. */
export function toText(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isTexts ? value.join(', ') : JSON.stringify(value);
}
