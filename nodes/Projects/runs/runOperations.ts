import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import { readProjectId } from '../../../platform/common/input/identifiers';
import { InvalidInputError } from '../../../platform/common/errors/errors';
import { readSince } from '../../../platform/report/period';
import type { RunFilter } from '../../../platform/runs/read/listRuns';
import { loadPlatform } from '../../shared/client/loadPlatform';
import { isLocatorLeftEmpty, projectLocator } from '../../shared/locators/locators';
import { buildOptionsField } from '../../shared/parameters/collections';
import { defineChange, type ItemCall, type Operation } from '../../shared/operation/operation';
import { DELETED_RUNS, DIAGNOSIS } from '../outputs';
import { loadNames, buildRunOutput } from './read/runOutput';
import { readRunId, buildRunFields } from './read/runId';
import { PIPELINE, SIMPLIFIED_RUN, type Runnable } from './runnable';
import {
  buildIncludeVariablesField,
  loadVariables,
  readIncludeVariables,
} from './read/runVariables';
import { buildTimeline, readTimelineOptions, timelineFields } from './read/timeline';
import { showHints } from '../../shared/operation/hints';
import { pagingFields, readLimit } from '../../shared/items/paging';
import type { DeletionConditions } from '../../../platform/runs/change/deleteRuns';

export const buildGet = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'get',
  name: 'Get',
  action: `Get ${runnable.noun} run`,
  description: `Get a run of a ${runnable.noun} and its status`,
  output: runnable.runOutputs.withVariables,
  simplified: SIMPLIFIED_RUN,
  fields: [
    ...buildRunFields(runnable),
    buildOptionsField('Additional data to return with the run', [
      buildIncludeVariablesField(runnable.kind),
      ...(runnable === PIPELINE ? timelineFields : []),
    ]),
  ],

  async run(call) {
    const { kind } = runnable;
    const timeline = runnable === PIPELINE ? readTimelineOptions(call) : undefined;
    const includeVariables = readIncludeVariables(call.parameters);
    const run = await runnable.runs(call.client).get(readRunId(call), call.options);
    const [names, variables] = await Promise.all([
      loadNames(call, runnable, run[kind.parentIdField]),
      loadVariables(call, runnable, run.id, includeVariables),
    ]);
    const file = timeline ? await buildTimeline(call, { ...run, ...names }, timeline) : {};
    return { json: { ...buildRunOutput(call.client, kind, run, names), ...variables }, ...file };
  },
});

/** Low, because a diagnosis reads hundreds of runs in one request. */
const MAX_CONCURRENT_DIAGNOSES = 10;

export const buildDiagnose = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'diagnose',
  name: 'Diagnose',
  action: `Diagnose ${runnable.noun} run`,
  description: `Get the reason why a run of a ${runnable.noun} failed: the cause, the errors in the log, and the changes since the last success`,
  output: DIAGNOSIS,
  simplified: ['text', 'cause', 'failingSince', 'url'],
  fields: buildDiagnoseFields(runnable),
  concurrency: MAX_CONCURRENT_DIAGNOSES,

  async run(call) {
    const { client, execution, parameters, options } = call;
    const isLatest = parameters.choice('runFrom') === 'latestFailed';
    const runId = isLatest ? await findLatestFailedRun(call, runnable) : readRunId(call);
    const timezone = execution.getTimezone();
    const diagnosis = await client.diagnoseRun(runnable.kind, runId, timezone, options);
    return { json: { ...diagnosis } };
  },
});

function buildDiagnoseFields(runnable: Runnable): INodeProperties[] {
  const [parent, run] = buildRunFields(runnable) as [INodeProperties, INodeProperties];
  return [
    {
      displayName: 'Which Run',
      name: 'runFrom',
      type: 'options',
      noDataExpression: true,
      default: 'id',
      description: 'The run to diagnose',
      options: [
        { name: 'Chosen Run', value: 'id' },
        {
          name: 'Latest Failed Run',
          value: 'latestFailed',
          description: `The latest failed run of the ${runnable.noun}`,
        },
      ],
    },
    { ...parent, hint: undefined, description: `The ${runnable.noun} whose run to diagnose` },
    { ...run, displayOptions: { show: { runFrom: ['id'] } } },
  ];
}

/** @throws InvalidInputError if no run has failed */
async function findLatestFailedRun(
  call: ItemCall<PlatformClient>,
  runnable: Runnable,
): Promise<string> {
  const { client, options } = call;
  const parentId = runnable.readParentId(call);
  const filter: RunFilter = { states: ['failed'], sinceMs: undefined };
  const [run] = await runnable.runs(client).list(parentId, 1, options, filter);
  if (run) return run.id;
  throw new InvalidInputError(
    `The ${runnable.noun} has no failed run`,
    `Choose another ${runnable.noun}, or set "Which Run" to "Chosen Run".`,
  );
}

const filtersField = buildOptionsField('Which runs to return', [
  {
    displayName: 'Since',
    name: 'since',
    type: 'dateTime',
    default: '={{ $now.minus({ days: 1 }) }}',
    description:
      'Leave out runs that started before this time. Without this option, runs of any time are returned.',
  },
  {
    displayName: 'Status',
    name: 'status',
    type: 'multiOptions',
    default: [],
    description: 'Return only runs with these statuses. If none is chosen, all runs are returned.',
    options: [
      { name: 'Failed', value: 'failed' },
      { name: 'Running', value: 'running', description: 'Includes runs that wait to start' },
      { name: 'Skipped', value: 'skipped' },
      { name: 'Stopped', value: 'stopped' },
      { name: 'Succeeded', value: 'succeeded' },
    ],
  },
]);

function readFilter({ execution, parameters }: ItemCall<PlatformClient>): RunFilter {
  const hasSince = parameters.isGiven('options.since');
  return {
    states: parameters.choices('options.status'),
    sinceMs: hasSince
      ? readSince(parameters.value('options.since'), execution.getTimezone())
      : undefined,
  };
}

function buildParentFields({ noun, picker }: Runnable): INodeProperties[] {
  const [parent] = picker.slice(-1) as [INodeProperties];
  return [
    {
      ...projectLocator,
      required: false,
      description: `The project to get runs from. Leave empty to get the runs of all projects, or to choose a ${noun} of any project.`,
      hint: 'Optional: leave empty for all projects',
    },
    {
      ...parent,
      required: false,
      description: `The ${noun} to get the runs of. Leave empty to get the runs of all ${noun}s.`,
      hint: `Optional: leave empty for all ${noun}s`,
    },
  ];
}

export const buildGetAll = (runnable: Runnable): Operation<PlatformClient> => ({
  value: 'getAll',
  name: 'Get Many',
  action: `Get many ${runnable.noun} runs`,
  description: `Get many runs of a ${runnable.noun}, of a project or of all projects, newest first`,
  output: runnable.runOutputs.whole,
  simplified: SIMPLIFIED_RUN,
  fields: [...buildParentFields(runnable), ...pagingFields, filtersField],

  async run(call) {
    const { client, execution, parameters, options } = call;
    const { kind, noun } = runnable;
    const limit = readLimit(parameters);
    const filter = readFilter(call);
    if (isLocatorLeftEmpty(call, kind.parentIdField)) {
      const isOfAllProjects = isLocatorLeftEmpty(call, 'projectId');
      const projectId = isOfAllProjects
        ? undefined
        : readProjectId(parameters.locator('projectId'));
      const query = { projectId, filter, limit };
      const { listRunsOfProjects } = await loadPlatform();
      const { runs, isCut } = await listRunsOfProjects(client.endpoint, kind, query, options);
      if (isCut) {
        const message = `Only the newest runs of some ${noun}s were read`;
        showHints(execution, { message, location: 'outputPane' });
      }
      return runs.map((run) => ({ json: buildRunOutput(client, kind, run) }));
    }
    const parentId = runnable.readParentId(call);
    const runsClient = runnable.runs(client);
    const { maxListedRuns } = runsClient;
    const isFiltered = filter.states.length > 0 || filter.sinceMs !== undefined;
    const runs = await runsClient.list(parentId, limit, options, isFiltered ? filter : undefined);
    if (runs.length === maxListedRuns && limit > maxListedRuns) {
      const message = `Only the newest ${maxListedRuns} runs of the ${noun} ${parentId} were read`;
      showHints(execution, { message, location: 'outputPane' });
    }
    return runs.map((run) => ({ json: buildRunOutput(client, kind, run) }));
  },
});

export const buildStop = (runnable: Runnable): Operation<PlatformClient> =>
  defineChange<PlatformClient, string>({
    value: 'stop',
    name: 'Stop',
    action: `Stop ${runnable.noun} run`,
    description: `Stop a run of a ${runnable.noun}. A run that has already ended is not changed.`,
    output: runnable.runOutputs.whole,
    simplified: SIMPLIFIED_RUN,
    fields: buildRunFields(runnable),
    isRepeatable: true,

    read: readRunId,
    async change(call, runId) {
      const { client, options, mayHaveBeenMade } = call;
      const { kind } = runnable;
      const run = await runnable.runs(client).stop(runId, options, mayHaveBeenMade);
      const names = await loadNames(call, runnable, run[kind.parentIdField]);
      return { json: buildRunOutput(client, kind, run, names) };
    },
  });

export const buildDeleteMany = (runnable: Runnable) =>
  defineChange({
    isRepeatable: true,
    value: 'deleteMany',
    name: 'Delete Many',
    action: `Delete many ${runnable.noun} runs`,
    description: `Delete finished runs of a ${runnable.noun}, and runs with the status UNKNOWN, permanently. Use "Dry Run" to count them first.`,
    output: { [runnable.kind.parentIdField]: 'string', ...DELETED_RUNS },
    fields: [
      ...runnable.picker,
      {
        displayName: 'Older Than (Days)',
        name: 'olderThanDays',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: 30,
        description:
          'Delete only runs that ended more than this number of days ago. Use 0 for runs of any age.',
      },
      {
        displayName: 'Outcomes',
        name: 'outcomes',
        type: 'multiOptions',
        default: [],
        description:
          'Delete only runs with these outcomes. If none is chosen, runs with any outcome are deleted. A run with an unknown final status may have succeeded, so it is deleted only if no outcome is chosen.',
        options: [
          { name: 'Failed', value: 'failed' },
          { name: 'Skipped', value: 'skipped' },
          { name: 'Stopped', value: 'stopped' },
          { name: 'Succeeded', value: 'succeeded' },
        ],
      },
      {
        displayName: 'Keep Last',
        name: 'keepLast',
        type: 'number',
        typeOptions: { minValue: 0 },
        default: 10,
        description: 'Number of newest runs to always keep',
      },
      {
        displayName: 'Dry Run',
        name: 'dryRun',
        type: 'boolean',
        default: true,
        description: 'Whether to count the runs without deleting them',
      },
    ],

    async read(call: ItemCall<PlatformClient>) {
      const { client, parameters, options } = call;
      const { kind } = runnable;
      const parentId = runnable.readParentId(call);
      const conditions: DeletionConditions = {
        olderThanDays: parameters.number('olderThanDays'),
        outcomes: parameters.choices('outcomes'),
        keepLast: parameters.number('keepLast'),
      };
      const dryRun = parameters.boolean('dryRun');
      const deleteRuns = await runnable
        .runs(client)
        .prepareDelete(parentId, conditions, dryRun, options);
      return { deleteRuns, dryRun, parent: { [kind.parentIdField]: parentId } };
    },

    changesNothing: ({ dryRun }) => dryRun,

    async change(_call, { deleteRuns, dryRun, parent }) {
      return { json: { ...parent, ...(await deleteRuns()), dryRun } };
    },
  });
