import type { IDataObject } from 'n8n-workflow';
import type { FieldChange, PlannedChange } from '../../../../platform/projectFiles/plan/step';
import type { Summary } from '../../../../platform/projectFiles/plan/describePlan';
import { shorten } from '../../../../platform/common/text/text';
import type { ItemCall } from '../../../shared/operation/operation';
import { defineFields } from '../../../shared/operation/output';
import { isTool } from '../../../shared/tools/toolOutput';
import { jobRun, pipelineRun } from '../../outputs';

const CHANGE = {
  ...defineFields('kind name alias action'),
  changes: [defineFields('field from to')],
  ...defineFields('changesLeftOut:integer reason'),
} as const;

const SUMMARY = {
  blocked: [defineFields('kind name reason')],
  runAfter: defineFields('kind alias name'),
  ...defineFields('projectId fingerprint text markdown html'),
} as const;

export const PLAN_OUTPUT = {
  ...CHANGE,
  counts: defineFields(
    'create:integer update:integer extraneous:integer unchanged:integer blocked:integer',
  ),
  leftOut: 'integer',
  ...SUMMARY,
} as const;

export const DEPLOY_OUTPUT = {
  ...CHANGE,
  counts: defineFields(
    'created:integer updated:integer deleted:integer unchanged:integer blocked:integer failed:integer',
  ),
  ...SUMMARY,
  result: { ...jobRun.whole, ...pipelineRun.whole },
} as const;

const MAX_CHANGES = 100;
const MAX_VALUE_CHARACTERS = 1_000;

export function buildChangeOutput({
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
    changes: changes.slice(0, MAX_CHANGES).map(shortenChange),
    changesLeftOut: Math.max(0, changes.length - MAX_CHANGES),
  };
}

/** Leaves out unchanged entries without a reason if the output is for an agent. The summary still counts them. */
export function selectRelevantChanges<Change extends { action: string; reason?: string }>(
  { execution }: Pick<ItemCall<unknown>, 'execution'>,
  changes: readonly Change[],
): Change[] {
  const isRelevant = ({ action, reason }: Change) => action !== 'unchanged' || reason !== undefined;
  return changes.filter((change) => !isTool(execution) || isRelevant(change));
}

export function buildSummaryOutput<Action extends string>(
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
    // With this empty list, n8n's table shows the changes of the other items in a column after those of the summary.
    changes: [],
  };
}

function shortenChange({ field, from, to }: FieldChange): IDataObject {
  const cut = (value: unknown) => {
    const text = formatValue(value);
    return text && shorten(text, MAX_VALUE_CHARACTERS);
  };
  return { field: shorten(field, MAX_VALUE_CHARACTERS), from: cut(from), to: cut(to) };
}

/** Returns a text unchanged, joins a list of texts with commas, and writes values of other types as JSON. */
export function formatValue(value: unknown): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  const isTexts = Array.isArray(value) && value.every((entry) => typeof entry === 'string');
  return isTexts ? value.join(', ') : JSON.stringify(value);
}
