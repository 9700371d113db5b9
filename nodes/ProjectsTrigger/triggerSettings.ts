import type { PlatformClient } from '../../platform/client';
import { idsOfNames } from '../shared/locators/idsOfNames';
import { idsInUrls } from '../shared/locators/pages';
import type { IPollFunctions } from 'n8n-workflow';
import { JOB_RUNS, PIPELINE_RUNS } from '../../platform/runs/kinds';
import { readJobId, readIdentifier, readProjectId } from '../../platform/input/identifiers';
import type { AbsenceRules } from '../../platform/runEvents/absence/rules';
import type { AppWatch } from '../../platform/appEvents/watchState';
import type { Watch } from '../../platform/runEvents/watchState';
import { isLeftEmpty } from '../shared/parameters/itemIdentity';
import { type ItemParameters, parametersOfPoll } from '../shared/parameters/nodeParameters';
import { readAbsenceRules } from './absence/readRules';
import { fields } from './fields';

export interface TriggerSettings {
  watch: Watch;
  /** The names of the events to emit. */
  events: string[];
  /** How many of the last lines of their logs failed runs carry. */
  logLines: number;
  includeVariables: boolean;
  /** By what measure something is late, where events about that are chosen. */
  absence?: AbsenceRules;
}

export interface AppSettings {
  watch: AppWatch;
  /** The names of the events to emit. */
  events: string[];
}

/** The parameters of the node, with IDs in the place of addresses and names; nothing is sent unless there is a name. */
export async function findParameters(
  poll: IPollFunctions,
  client: PlatformClient,
): Promise<ItemParameters> {
  const parameters = parametersOfPoll(poll, fields);
  const parametersOf = () => parameters;
  idsInUrls(client, parametersOf, 1);
  await idsOfNames({ client, parametersOf, options: {} }, 1);
  return parameters;
}

/** Which apps are watched; undefined where runs are. */
export function readAppSettings(parameters: ItemParameters): AppSettings | undefined {
  if (parameters.choice('resource') !== 'app') return undefined;
  const ids = parameters.choices('ids').map((id) => readIdentifier(id, 'app'));
  return {
    watch: { projectId: projectOf(parameters), ids },
    events: parameters.choices('events'),
  };
}

function projectOf(parameters: ItemParameters): string | undefined {
  return isLeftEmpty(parameters.written('projectId'))
    ? undefined
    : readProjectId(parameters.locator('projectId'));
}

/** What the parameters say is to be watched, and which events are emitted. */
export function readTriggerSettings(
  poll: IPollFunctions,
  client: PlatformClient,
  parameters = parametersOfPoll(poll, fields),
): TriggerSettings {
  const isJob = parameters.choice('resource') === 'job';
  const read = isJob ? readJobId : (id: unknown) => readIdentifier(id, 'pipeline');
  const watch = {
    kind: isJob ? JOB_RUNS : PIPELINE_RUNS,
    projectId: projectOf(parameters),
    ids: parameters.choices('ids').map(read),
  };
  const events = parameters.choices('events');
  const absence = readAbsenceRules(poll, client, parameters, events);
  return {
    watch,
    events,
    logLines: parameters.isGiven('options.logLines') ? parameters.number('options.logLines') : 0,
    includeVariables: parameters.boolean('options.includeVariables'),
    ...(absence && { absence }),
  };
}
