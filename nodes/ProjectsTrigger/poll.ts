import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import { ABSENCE_EVENTS } from '../../platform/runEvents/absence/rules';
import type { RunEvent } from '../../platform/runEvents/event';
import { storedForm, watchKey } from '../../platform/runEvents/watchState';
import { excerpt } from '../../platform/text/text';
import { logOutput, runOutput } from '../Projects/runs/read/runOutput';
import { variablesOutput } from '../Projects/runs/read/runVariables';
import { onePollAtATime, withinPollTime } from '../shared/polling/polling';
import { absenceItems, type TimedItem } from './absence/output';
import { noMatchingEvent, warnOfMissing } from './missing';
import { readSavedState } from './savedState';
import type { TriggerSettings } from './triggerSettings';

/** After that, older runs are left to the next poll. */
const SHARE_OF_READING = 0.8;
/** After that, events are emitted with what is known of their runs. */
const SHARE_OF_DETAILS = 0.9;
/** The logs of more failed runs in one poll, or the variables of more runs, are left out. */
const MAX_RUNS = 200;

/** Of more schedules that cannot be read only the number is logged. */
const MAX_PROBLEMS = 10;

const IF_UNFINISHED = 'If this happens again, watch fewer jobs or pipelines.';

/** What happened since the last poll, nothing at the first one; for "Fetch Test Event" the latest event as an example. */
export async function pollRuns(
  poll: IPollFunctions,
  client: PlatformClient,
  settings: TriggerSettings,
): Promise<INodeExecutionData[] | null> {
  if (poll.getMode() === 'manual') return await exampleEvent(poll, client, settings);
  const { watch, events: names, absence } = settings;
  return await onePollAtATime(poll, watchKey(watch), async () => {
    const staticData = poll.getWorkflowStaticData('node');
    const { runs: before } = readSavedState(poll);
    const { items, state, problems } = await withinPollTime(poll, IF_UNFINISHED, async (time) => {
      const limits = { signal: time.until(1), noPageAfter: time.until(SHARE_OF_READING), absence };
      const polled = await client.runEvents.poll(watch, before, limits);
      const events = polled.events.filter(({ event }) => names.includes(event));
      const signal = time.until(SHARE_OF_DETAILS);
      const items = await runEventItems(client, settings, events, signal);
      items.push(...(await absenceItems(client, watch.kind, polled.absenceEvents, { signal })));
      return { items: inOrder(items), state: polled.state, problems: polled.problems };
    });
    warnOfMissing(poll, watch.kind.noun, state.missing, before?.missing);
    warnOfSchedules(poll, problems);
    // n8n notices only what is assigned at the top.
    staticData.runs = storedForm(state) as unknown as IDataObject;
    return items.length > 0 ? items : null;
  });
}

/** An event is its run as "Get" gives it, with what happened in front; it has its variables, and a failed one the end of its log, where wanted. */
async function runEventItems(
  client: PlatformClient,
  { watch: { kind }, logLines, includeVariables }: TriggerSettings,
  events: readonly RunEvent[],
  signal?: AbortSignal,
): Promise<TimedItem[]> {
  const read = await client.runEvents.readWholeRuns(kind, events, { signal });
  const whole = events.map((event, index) => ({ ...event, run: read[index] ?? event.run }));
  const failed = logLines > 0 ? whole.filter(({ event }) => event === 'runFailed') : [];
  const runs = kind.noun === 'job' ? client.jobRuns : client.pipelineRuns;
  const explained = failed.slice(0, MAX_RUNS);
  const ids = [...new Set(includeVariables ? whole.map(({ run }) => run.id) : [])];
  const [logs, variables] = await Promise.all([
    Promise.all(explained.map(async ({ run }) => await runs.readFailureLog(run, logLines))),
    Promise.all(
      ids.slice(0, MAX_RUNS).map(async (id) => [id, await runs.readVariables(id)] as const),
    ),
  ]);
  const variablesById = new Map(variables);
  const outputOfLog = new Map<RunEvent, IDataObject>([
    ...failed.map((event) => [event, LEFT_OUT] as const),
    ...explained.map((event, index) => [event, logOutput(logs[index])] as const),
  ]);
  return whole.map((event) => ({
    atMs: event.atMs,
    json: {
      event: event.event,
      ...runOutput(client, kind, event.run),
      ...(includeVariables && variablesOutput(variablesById.get(event.run.id), TOO_MANY_RUNS)),
      ...outputOfLog.get(event),
    },
  }));
}

/** What happened at the same time keeps its order: a run, then what it means for its job. */
function inOrder(items: TimedItem[]): INodeExecutionData[] {
  return items.sort((a, b) => a.atMs - b.atMs).map(({ json }) => ({ json }));
}

const LEFT_OUT = {
  lastLogLines: [],
  logError: `The log was not read: more than ${MAX_RUNS} runs failed at once`,
};
const TOO_MANY_RUNS = `The variables were not read: more than ${MAX_RUNS} runs had events at once`;

/** Schedules of the platform that cannot be read here, when they are first seen. */
function warnOfSchedules(poll: IPollFunctions, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const { name } = poll.getNode();
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => excerpt(problem));
  poll.logger.warn(
    `${name}: missed runs cannot be detected for ${problems.length} schedules: ${shown.join('; ')}`,
  );
}

/** What the trigger remembers stays as it is. */
async function exampleEvent(
  poll: IPollFunctions,
  client: PlatformClient,
  settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
  const { watch, events: names } = settings;
  const event = await client.runEvents.latest(watch, names);
  if (event) return inOrder(await runEventItems(client, settings, [event]));
  const name = ABSENCE_EVENTS.find((one) => names.includes(one));
  const example = name && (await client.runEvents.exampleAbsenceEvent(watch, name));
  if (example) return inOrder(await absenceItems(client, watch.kind, [example]));
  throw noMatchingEvent(poll, watch.kind.noun, names);
}
