import {
  type IDataObject,
  type INodeExecutionData,
  type IPollFunctions,
  NodeOperationError,
} from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import { excerpt } from '../../platform/text/text';
import { readAppsState } from '../../platform/watch/apps/detectAppEvents';
import { DEADLINE_EVENTS } from '../../platform/watch/deadlines/rules';
import { readRunsState } from '../../platform/watch/runs/runsState';
import { loadPlatform } from '../shared/client/loadPlatform';
import {
  stateOfUnread,
  storeState,
  watchKey,
  type Watch,
  type WatchState,
} from '../../platform/watch/watch';
import {
  asResumable,
  isPlatformDown,
  onePollAtATime,
  warnOfLostState,
  withinPollTime,
  type PollTime,
} from '../shared/polling/polling';
import { appEventItems } from './appItems';
import { deadlineEventItems } from './deadlineItems';
import { fields } from './fields';
import { runEventItems, type TimedItem } from './runItems';
import type { AppSettings, TriggerSettings } from './triggerSettings';

/** Share of the time of a poll after which older runs are left to the next poll. */
const SHARE_OF_READING = 0.8;
/** Share after which events are returned with what is known of them. */
const SHARE_OF_DETAILS = 0.9;
/** Of more schedules or jobs that cannot be read only the number is logged. */
const MAX_PROBLEMS = 10;

/** How runs or apps are polled. */
interface Source<State> {
  noun: string;
  watch: Watch;
  /** Names of the chosen events. */
  events: readonly string[];
  readState(stored: unknown): State | undefined;
  /** Returns an example for "Fetch Test Event", nothing if there is none. */
  example(): Promise<TimedItem[]>;
  poll(before: State | undefined, time: PollTime): Promise<{ items: TimedItem[]; state: State }>;
  /** Whether events since a first poll that failed are returned later. Otherwise, events count from the first poll that succeeds. */
  catchesUp: boolean;
}

/** Returns what happened to jobs or pipelines since the last poll; "Fetch Test Event" leaves the state as it is. */
export async function pollRuns(
  poll: IPollFunctions,
  client: PlatformClient,
  settings: TriggerSettings,
): Promise<INodeExecutionData[] | null> {
  const { watch, events, deadlines } = settings;
  const { kind } = watch;
  return await pollSource(poll, {
    noun: kind.noun,
    watch,
    events,
    readState: readRunsState,
    async example() {
      const { exampleDeadlineEvent, latestRunEvent } = await loadPlatform();
      const event = await latestRunEvent(client.endpoint, watch, events);
      if (event) return await runEventItems(client, settings, [event]);
      const name = DEADLINE_EVENTS.find((each) => events.includes(each));
      const example = name && (await exampleDeadlineEvent(client.endpoint, watch, name));
      return example ? await deadlineEventItems(client, settings, [example]) : [];
    },
    async poll(before, time) {
      const { pollRunEvents } = await loadPlatform();
      const limits = { signal: time.until(1), noPageAfter: time.until(SHARE_OF_READING) };
      const options = { ...limits, deadlines };
      const polled = await pollRunEvents(client.endpoint, watch, before, options);
      const chosen = polled.events.filter(({ event }) => events.includes(event));
      const signal = time.until(SHARE_OF_DETAILS);
      const items = await runEventItems(client, settings, chosen, signal);
      items.push(...(await deadlineEventItems(client, settings, polled.deadlineEvents, signal)));
      warnOfSchedules(poll, polled.problems);
      warnOfUnfinished(poll, kind.noun, polled.unfinished);
      return { items, state: polled.state };
    },
    catchesUp: true,
  });
}

/** Returns what happened to apps since the last poll. */
export async function pollApps(
  poll: IPollFunctions,
  client: PlatformClient,
  { watch, events, timezone }: AppSettings,
): Promise<INodeExecutionData[] | null> {
  return await pollSource(poll, {
    noun: 'app',
    watch,
    events,
    readState: readAppsState,
    async example() {
      const { latestAppEvent } = await loadPlatform();
      const event = await latestAppEvent(client.endpoint, watch, events);
      return event ? await appEventItems(client, timezone, [event]) : [];
    },
    async poll(before, time) {
      const { pollAppEvents } = await loadPlatform();
      const limits = { signal: time.until(1) };
      const polled = await pollAppEvents(client.endpoint, watch, before, limits);
      const chosen = polled.events.filter(({ event }) => events.includes(event));
      const items = await appEventItems(client, timezone, chosen, time.until(SHARE_OF_DETAILS));
      return { items, state: polled.state };
    },
    // Without a history, only the status of the moment is known.
    catchesUp: false,
  });
}

async function pollSource<State extends WatchState<unknown>>(
  poll: IPollFunctions,
  source: Source<State>,
): Promise<INodeExecutionData[] | null> {
  const { noun, watch } = source;
  if (poll.getMode() === 'manual') {
    const example = await source.example();
    if (example.length > 0) return inOrder(example);
    throw noMatchingEvent(poll, source);
  }
  const key = watchKey(noun, watch);
  return await onePollAtATime(poll, key, async () => {
    const staticData = poll.getWorkflowStaticData('node');
    const { state: stored } = staticData;
    const before = source.readState(stored);
    if (stored !== undefined && !isState(stored)) warnOfLostState(poll);
    const ifUnfinished = `If this happens again, watch fewer ${noun}s.`;
    const nowMs = Date.now();
    // n8n notices only assignments at the top level.
    const save = (state: WatchState<unknown>) =>
      (staticData.state = storeState(state) as unknown as IDataObject);
    const polled = withinPollTime(poll, ifUnfinished, (time) => source.poll(before, time));
    const { items, state } = await polled.catch((failure: unknown) => {
      const hasState = before?.watched === key;
      if (!hasState && source.catchesUp && isPlatformDown(failure))
        save(stateOfUnread(key, before, nowMs));
      throw hasState || source.catchesUp ? asResumable(failure) : failure;
    });
    warnOfMissing(poll, noun, state.missing, before?.missing);
    save(state);
    return items.length > 0 ? inOrder(items) : null;
  });
}

/** A node that watched apps before and watches runs now has lost nothing. */
function isState(stored: unknown): boolean {
  return [readRunsState, readAppsState].some((read) => read(stored) !== undefined);
}

/** Events of the same moment keep their order: a run, then its consequence for the job. */
function inOrder(items: TimedItem[]): INodeExecutionData[] {
  return items.sort((a, b) => a.atMs - b.atMs).map(({ json }) => ({ json }));
}

/** A poll has no place for hints, so n8n's log names each missing one once. */
function warnOfMissing(
  poll: IPollFunctions,
  noun: string,
  missing: readonly string[],
  known: readonly string[] = [],
): void {
  const added = missing.filter((id) => !known.includes(id));
  if (added.length === 0) return;
  poll.logger.warn(
    `${poll.getNode().name}: the platform has no ${noun} ${added.join(', ')}. The others are watched. Remove it from the node, or check the credential.`,
  );
}

function warnOfSchedules(poll: IPollFunctions, problems: readonly string[]): void {
  if (problems.length === 0) return;
  const shown = problems.slice(0, MAX_PROBLEMS).map((problem) => excerpt(problem));
  poll.logger.warn(
    `${poll.getNode().name}: missed runs cannot be detected for ${problems.length} schedules: ${shown.join('; ')}`,
  );
}

function warnOfUnfinished(poll: IPollFunctions, noun: string, names: readonly string[]): void {
  if (names.length === 0) return;
  const shown = names.slice(0, MAX_PROBLEMS).map((name) => excerpt(name));
  const count = `${names.length} ${noun}${names.length === 1 ? '' : 's'}`;
  poll.logger.warn(
    `${poll.getNode().name}: some new runs of ${count} are left to the next poll: ${shown.join(', ')}. If this happens again, poll more often or watch fewer ${noun}s.`,
  );
}

function noMatchingEvent(
  poll: IPollFunctions,
  { noun, events }: Pick<Source<unknown>, 'noun' | 'events'>,
): NodeOperationError {
  const options = fields.flatMap(({ name, options = [] }) => (name === 'events' ? options : []));
  const names = options.flatMap((option) =>
    'value' in option && events.includes(String(option.value)) ? [`"${option.name}"`] : [],
  );
  return new NodeOperationError(poll.getNode(), 'No matching event was found', {
    description: `The watched ${noun}s had none of these events recently: ${names.join(', ')}. Run one, or choose more events, and then fetch again.`,
  });
}
