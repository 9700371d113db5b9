import type { IPollFunctions } from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import { InvalidInputError } from '../../platform/common/errors/errors';
import { readIdentifier, readJobId, readProjectId } from '../../platform/common/input/identifiers';
import { JOB_RUNS, PIPELINE_RUNS } from '../../platform/runs/kinds';
import { excerpt } from '../../platform/common/text/text';
import type { DeadlineRules } from '../../platform/watch/deadlines/rules';
import type { RunWatch } from '../../platform/watch/runs/watchedRuns';
import type { Watch } from '../../platform/watch/watch';
import { resolveLocators } from '../shared/locators/resolve';
import { isLeftEmpty } from '../shared/parameters/itemIdentity';
import { type ItemParameters, readPollParameters } from '../shared/parameters/nodeParameters';
import { readDeadlineRules } from './deadlineRules';
import { fields } from './fields';

export interface TriggerSettings {
  /** Empty if the node watches apps. */
  runWatches: RunWatch[];
  /** Undefined if the node watches runs. */
  appWatch?: Watch;
  events: string[];
  logLines: number;
  includeVariables: boolean;
  /** The time zone for times in texts. */
  timezone: string;
  /** Undefined if no deadline event is chosen. */
  deadlines?: DeadlineRules;
}

/** Reads the parameters, and replaces names and URLs with IDs. Only names need a request. */
export async function resolveParameters(
  poll: IPollFunctions,
  client: PlatformClient,
): Promise<ItemParameters> {
  const parameters = readPollParameters(poll, fields);
  await resolveLocators({ client, parametersOf: () => parameters, options: {} }, 1);
  return parameters;
}

export function readTriggerSettings(
  poll: IPollFunctions,
  parameters: ItemParameters,
): TriggerSettings {
  const events = parameters.choices('events');
  const deadlines = readDeadlineRules(poll, parameters, events);
  const projectId = isLeftEmpty(parameters.readSaved('projectId'))
    ? undefined
    : readProjectId(parameters.locator('projectId'));
  const ids = parameters.choices('ids');
  return {
    ...(parameters.choice('resource') === 'app'
      ? { appWatch: { projectId, ids: ids.map((id) => readIdentifier(id, 'app')) }, runWatches: [] }
      : { runWatches: readRunWatches(projectId, ids) }),
    events,
    logLines: parameters.isGiven('options.logLines') ? parameters.number('options.logLines') : 0,
    includeVariables: parameters.boolean('options.includeVariables'),
    timezone: poll.getTimezone(),
    ...(deadlines && { deadlines }),
  };
}

/** @param choices entries such as "jobs" or "pipeline:<ID>". An empty list means all jobs and pipelines. */
function readRunWatches(projectId: string | undefined, choices: readonly string[]): RunWatch[] {
  const parsed = choices.map((choice) => {
    const [, noun, hasId, id] = /^(job|pipeline)(?:s|(:)(.*))$/.exec(choice.trim()) ?? [];
    if (noun === undefined) throw notWatchableError(choice);
    if (!hasId) return { noun };
    return { noun, id: noun === 'job' ? readJobId(id) : readIdentifier(id, noun) };
  });
  return [JOB_RUNS, PIPELINE_RUNS].flatMap((kind) => {
    const chosen = parsed.filter(({ noun }) => noun === kind.noun);
    if (chosen.length === 0 && choices.length > 0) return [];
    const ids = chosen.flatMap(({ id }) => id ?? []);
    return [{ kind, projectId, ids: ids.length < chosen.length ? [] : ids }];
  });
}

function notWatchableError(choice: string): InvalidInputError {
  return new InvalidInputError(
    `"${excerpt(choice)}" is neither a job nor a pipeline`,
    'Choose from the list, or write "job:" or "pipeline:" before the ID.',
  );
}
