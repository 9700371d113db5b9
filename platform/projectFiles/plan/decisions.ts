import { PART_OF } from '../tree';
import type { EntityStep, PlannedChange, Step } from './step';

/** Decisions about a step. Only these write its reason. */

export function addReason(step: PlannedChange, sentence: string | undefined): void {
  const reason = joinSentences(step.reason, sentence);
  if (reason !== '') step.reason = reason;
}

/** Blocks a step. Its causes come first, in the order in which they are found. */
export function block(step: PlannedChange, why: string): void {
  const isFirst = step.action !== 'blocked';
  step.action = 'blocked';
  step.reason = isFirst ? joinSentences(why, step.reason) : joinSentences(step.reason, why);
}

/** Says what happens to an entry that the files do not have. */
export function explainExtraneous(steps: readonly Step[], deleteExtraneous: boolean): void {
  const what = deleteExtraneous ? 'A deploy deletes it.' : 'It is kept.';
  for (const step of steps) {
    if (step.action === 'extraneous') addReason(step, `It is not in the files. ${what}`);
  }
}

/** Keeps an entry that the files do not have, though others are deleted. */
export function keep(step: Step, why: string): void {
  Object.assign(step, { isKept: true, action: 'unchanged', changes: [] });
  addReason(step, `It is not in the files. ${why}`);
}

/** Where nodes are drawn: a part of a graph that not every platform keeps. */
export const POSITIONS = 'version.graph.position';

const EVERYTHING = '*';

/** Whether a field, kind or part, or one around it, is to be left out. */
function isLeftOut(name: string, leaveOut: readonly string[]): boolean {
  return leaveOut.some((one) => one === EVERYTHING || `${name}.`.startsWith(`${one}.`));
}

/** Leaves out parts that the target does not support if the user chose so. Others block. */
export function leaveOutOrBlock(
  step: Step,
  names: readonly string[],
  leaveOut: readonly string[],
): void {
  const leftOut = names.filter((name) => isLeftOut(name, leaveOut));
  const unsupported = names.filter((name) => !isLeftOut(name, leaveOut));
  if (leftOut.length > 0) {
    addReason(step, `Left out because the target does not support it: ${leftOut.join(', ')}.`);
  }
  if (unsupported.length === 0) return;
  const hint = 'To deploy without it, add it to "Leave Out If Not Supported".';
  block(step, `The target does not support ${unsupported.join(', ')}. ${hint}`);
  step.unsupported = unsupported;
}

/** The same for an entity as a whole. */
export function leaveOutOrBlockEntity(
  step: EntityStep,
  why: string,
  leaveOut: readonly string[],
): void {
  const part = PART_OF[step.kind];
  delete step.reason;
  if (isLeftOut(part, leaveOut)) {
    const nothing = { changes: [], changedFields: [], variables: [], isLeftOut: true };
    Object.assign(step, { ...nothing, action: 'unchanged' });
    addReason(step, `Left out: ${why}`);
  } else {
    block(step, why);
    step.unsupported = [part];
  }
}

export function joinSentences(...sentences: Array<string | undefined>): string {
  return sentences.filter(Boolean).join(' ');
}
