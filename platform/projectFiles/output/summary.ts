import { excerpt } from '../../text/text';
import type { PlannedAction, PlannedChange } from '../plan/step';
import type { RunAfter } from '../plan/runAfter';
import type { TargetProject } from '../target/target';

/** More are found in the changes themselves. */
const MAX_BLOCKED = 20;
const MAX_CHARACTERS = 100;

/** What a plan comes to, or what a deploy came to. */
export interface Summary<Action extends string = PlannedAction> {
  /** The project's. */
  name: string;
  /** Null for one that is not there. */
  projectId: string | null;
  /** What matters most of all actions. */
  action: Action;
  /** How many changes have each action. */
  counts: Record<Action, number>;
  /** In words. */
  reason: string;
  /** What blocks, at most 20 of it. */
  blocked: Array<{ kind: string; name: string; reason: string }>;
  /** What is run afterwards. */
  runAfter: { kind: string; alias: string; name: string } | null;
  /** Of a report of drift: how many things would be created or filled alone. */
  leftOut?: number;
}

export interface SummaryWords<Action extends string> {
  /** All actions, in the order in which they are listed. */
  actions: readonly Action[];
  /** In words, where an action is no word for it. */
  words?: Partial<Record<Action, string>>;
  /** By how much they matter: the first one that there is stands for all. */
  byWeight: readonly Action[];
}

const PLANNED: readonly PlannedAction[] = [
  'create',
  'update',
  'extraneous',
  'unchanged',
  'blocked',
];

export function plannedWords(deleteExtraneous = false): SummaryWords<PlannedAction> {
  const extraneous = deleteExtraneous ? 'to delete' : 'not in the files and kept';
  return {
    actions: PLANNED,
    words: { create: 'to create', update: 'to update', extraneous },
    byWeight: ['blocked', 'create', 'update', ...(deleteExtraneous ? ['extraneous' as const] : [])],
  };
}

export const DRIFT_WORDS: SummaryWords<PlannedAction> = {
  actions: PLANNED,
  words: {
    update: 'changed on the target',
    extraneous: 'not in the files',
    blocked: 'not comparable',
  },
  byWeight: ['blocked', 'update', 'extraneous'],
};

/** What changes come to; what is run stands beside the counts, unless it blocks. */
export function summaryOf<Action extends string>(
  { project, runAfter }: { project: TargetProject; runAfter?: RunAfter },
  all: ReadonlyArray<Omit<PlannedChange, 'action'> & { action: Action }>,
  { actions, words = {}, byWeight }: SummaryWords<Action>,
): Summary<Action> {
  const changes = all.filter(({ kind, action }) => kind !== 'run' || action === 'blocked');
  const counted = actions.map((action): [Action, number] => [
    action,
    changes.filter((change) => change.action === action).length,
  ]);
  const counts = Object.fromEntries(counted) as Record<Action, number>;
  const occurring = counted.filter(([, count]) => count > 0);
  const runs = runAfter && !('blocked' in runAfter) ? runAfter : undefined;
  return {
    name: project.name,
    projectId: project.id ?? null,
    action: byWeight.find((action) => counts[action] > 0) ?? ('unchanged' as Action),
    counts,
    reason: `${occurring.map(([action, count]) => `${count} ${words[action] ?? action}`).join(', ')}.`,
    blocked: changes
      .filter(({ action }) => action === 'blocked')
      .slice(0, MAX_BLOCKED)
      .map(({ kind, name, reason = '' }) => ({
        kind,
        name: excerpt(name, [], MAX_CHARACTERS),
        reason: excerpt(reason),
      })),
    runAfter: runs ? { kind: runs.kind, alias: runs.key, name: runs.name } : null,
  };
}
