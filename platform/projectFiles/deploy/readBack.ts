import { CancelledError, PlatformError } from '../../errors/errors';
import type { EntityKind } from '../files/model';
import type { FieldOfEntity } from '../files/fields';
import { valueAt } from '../../text/values';
import { compareField } from '../plan/compare';
import { changedDuringDeploy } from './conflicts';
import type { Outcomes } from './outcomes';
import type { OtherDeploys } from './otherDeploys';
import type { DeployedEntity } from '../target/entities';
import type { StepExecutor } from './stepExecutor';
import type { WantedStep } from '../plan/steps';

/**
 * Reads once what was made or changed of a kind, and says in its reason what the platform did not take: some take nothing
 * for "leave it as it is". It sees as well what another deploy has done.
 */
export async function reportUnapplied(
  kind: EntityKind,
  steps: readonly WantedStep[],
  executor: StepExecutor,
  outcomes: Outcomes,
  others: OtherDeploys,
): Promise<void> {
  const changed = steps.filter((step) => {
    const action = outcomes.actionOf(step);
    return step.fields.length > 0 && (action === 'created' || action === 'updated');
  });
  if (changed.length === 0 && !steps.some((step) => isRefused(step, outcomes))) return;
  try {
    let deployed: readonly DeployedEntity[] = [];
    const onRead = (read: readonly DeployedEntity[]) => (deployed = read);
    const left = await executor.findUnapplied(kind, changed, onRead);
    others.report(kind, steps, deployed);
    const nowOf = (step: WantedStep) => deployed.find(({ id }) => id === executor.idOf(step));
    const ownFields = [...left].map(([step, fields]): [WantedStep, FieldOfEntity[]] => [
      step,
      fields.filter((field) => !isOfOthers(step, field, nowOf(step))),
    ]);
    const emptied = await emptyByText(ownFields, executor);
    const still = emptied ? await executor.findUnapplied(kind, [...left.keys()], onRead) : left;
    for (const [step, fields] of still) {
      const foreign = fields.filter((field) => isOfOthers(step, field, nowOf(step)));
      const refused = fields.filter((field) => !foreign.includes(field));
      const isNothingDone = step.present && refused.length === step.fields.length;
      const action = isNothingDone && step.variables.length === 0 ? 'unchanged' : undefined;
      const reason = [describeRefused(step, refused), describeOthers(foreign)];
      outcomes.addReason(step, reason.filter(Boolean).join(' '), action);
    }
  } catch (error) {
    if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
    const doubt =
      'It could not be read afterward. The next plan shows whether all of it was applied.';
    for (const step of changed) outcomes.addReason(step, doubt);
  }
}

/**
 * Whether a field that is not as it was set has changed since the plan: a platform that does not accept a value leaves the
 * one from before. Of a version, only another one after the deploy's own shows that.
 */
function isOfOthers(step: WantedStep, field: FieldOfEntity, now: DeployedEntity | undefined) {
  if (!now) return false;
  if (field.part === 'version') {
    const { versionNumber: after } = now;
    const before = step.present ? step.present.versionNumber : 0;
    return before !== undefined && after !== undefined && after > before + 1;
  }
  return (
    step.present !== undefined && compareField(field, now.file, step.present.file) !== undefined
  );
}

function describeOthers(fields: readonly FieldOfEntity[]): string {
  const namesOf = (part: FieldOfEntity['part']) =>
    fields.filter((field) => field.part === part).map(({ path }) => path);
  const [settings, version] = [namesOf('settings'), namesOf('version')];
  const stored = `The target now has another value for ${settings.join(', ')} than before the deploy or in the files. Someone else changed it, or the platform stores it in another form.`;
  return [version.length > 0 ? changedDuringDeploy(version) : '', settings.length > 0 ? stored : '']
    .filter(Boolean)
    .join(' ');
}

function describeRefused({ wanted }: WantedStep, fields: readonly FieldOfEntity[]): string {
  if (fields.length === 0) return '';
  const names = fields.map(({ path }) => path);
  const isCronKept =
    names.includes('cronScheduling') &&
    !names.includes('isScheduled') &&
    valueAt(wanted.file, 'cronScheduling') === undefined;
  const message = `The platform did not accept ${names.join(', ')}.`;
  // It is not asked for again in another way: deleting the job would lose its runs.
  return isCronKept
    ? `${message} It keeps its previous cron expression. The schedule is paused, and each plan lists the cron expression.`
    : message;
}

/** Whether the platform would not create it, perhaps as it is there by now. */
function isRefused(step: WantedStep, outcomes: Outcomes): boolean {
  const failure = outcomes.failureOf(step);
  const isNew = step.present === undefined && step.action === 'create';
  return isNew && failure?.reach === 'answered';
}

/** Where null leaves a text as it is, an empty text may empty it. @returns whether anything was tried */
async function emptyByText(
  left: ReadonlyArray<[WantedStep, readonly FieldOfEntity[]]>,
  executor: StepExecutor,
): Promise<boolean> {
  let isTried = false;
  for (const [step, fields] of left) {
    const id = executor.idOf(step);
    if (id === undefined || !step.present) continue;
    for (const field of fields) {
      const isText = field.type === 'text' && field.part === 'settings';
      if (!isText || valueAt(step.wanted.file, field.path) !== undefined) continue;
      isTried = true;
      try {
        await executor.setValues(step, id, { [field.name]: '' });
      } catch (error) {
        // Not every text may be empty: that it did not take is told.
        if (!(error instanceof PlatformError) || error instanceof CancelledError) throw error;
      }
    }
  }
  return isTried;
}
