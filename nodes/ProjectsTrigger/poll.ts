import {
  type IDataObject,
  type INodeExecutionData,
  type IPollFunctions,
  NodeOperationError,
} from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import { findErrorCode } from '../../platform/common/errors/errorCodes';
import { type ErrorCode, PlatformError } from '../../platform/common/errors/errors';
import { formatCount, listFirst } from '../../platform/common/text/amounts';
import { excerpt } from '../../platform/common/text/text';
import { toObject } from '../../platform/common/text/values';
import type { AppWatchState } from '../../platform/watch/apps/detectAppEvents';
import { DEADLINE_EVENTS } from '../../platform/watch/deadlines/rules';
import type { RunsState } from '../../platform/watch/runs/runsState';
import { loadPlatform } from '../shared/client/loadPlatform';
import type { RunWatch } from '../../platform/watch/runs/watchedRuns';
import {
  readStoredState,
  buildFirstState,
  toStoredState,
  buildWatchKey,
  type Watch,
  type WatchState,
} from '../../platform/watch/watch';
import {
  markLossless,
  isTemporaryFailure,
  runOnePollAtATime,
  warnOfLostState,
  runWithinPollTime,
} from '../shared/polling/polling';
import { buildAppEventItems } from './appItems';
import { buildDeadlineEventItems } from './deadlineItems';
import { fields } from './fields';
import { buildRunEventItems, type TimedItem } from './runItems';
import type { TriggerSettings } from './triggerSettings';

/** Shares of the time of a poll, after which no more pages or details are read. */
const SHARE_OF_READING = 0.8;
const SHARE_OF_DETAILS = 0.9;
const MAX_NAMES = 10;
const MISSING_ADVICE =
  '. The others are watched. Choose again in the node, or check the credential.';

/** The time limits of a poll. All sources have the same signals, so that their reads share requests. */
interface Limits {
  signal: AbortSignal;
  /** After this signal, no more pages of runs are read. The next poll reads the other new runs. */
  noPageAfter: AbortSignal;
  /** After this signal, events lack fields that were not read yet. Logs and variables have time limits of their own. */
  noDetailAfter: AbortSignal;
}

/** One kind of watched entities: jobs, pipelines or apps. */
interface Source<State> {
  /** Is also the key of the saved state. */
  noun: 'job' | 'pipeline' | 'app';
  watch: Watch;
  /** Reads an event for "Fetch Test Event". Returns an empty list if no event is found. */
  readExample(): Promise<TimedItem[]>;
  poll(lastState: State | undefined, limits: Limits): Promise<{ items: TimedItem[]; state: State }>;
  /** True if events since a failed first poll are returned later. If false, only events after the first successful poll are. */
  catchesUp: boolean;
}

/** Returns the events since the last poll. For "Fetch Test Event", returns an example and does not change the state. */
export async function pollEvents(
  poll: IPollFunctions,
  client: PlatformClient,
  settings: TriggerSettings,
): Promise<INodeExecutionData[] | null> {
  const { appWatch, runWatches, events } = settings;
  if (appWatch)
    return await pollSources(poll, [buildAppSource(client, settings, appWatch)], events);
  const sources = runWatches.map((watch) => buildRunSource(poll, client, settings, watch));
  return await pollSources(poll, sources, events);
}

function buildRunSource(
  poll: IPollFunctions,
  client: PlatformClient,
  settings: TriggerSettings,
  watch: RunWatch,
): Source<RunsState> {
  const { events, deadlines } = settings;
  const { kind } = watch;
  return {
    noun: kind.noun,
    watch,
    async readExample() {
      const { buildDeadlineExample, readLatestRunEvent } = await loadPlatform();
      const event = await readLatestRunEvent(client.endpoint, watch, events);
      if (event) return await buildRunEventItems(client, kind, settings, [event]);
      const name = DEADLINE_EVENTS.find((deadlineEvent) => events.includes(deadlineEvent));
      const example = name && (await buildDeadlineExample(client.endpoint, watch, name));
      return example ? await buildDeadlineEventItems(client, kind, settings, [example]) : [];
    },
    async poll(lastState, { noDetailAfter, ...limits }) {
      const { pollRunEvents } = await loadPlatform();
      const options = { ...limits, deadlines };
      const polled = await pollRunEvents(client.endpoint, watch, lastState, options);
      const chosen = polled.events.filter(({ event }) => events.includes(event));
      const { deadlineEvents } = polled;
      const items = [
        ...(await buildRunEventItems(client, kind, settings, chosen, noDetailAfter)),
        ...(await buildDeadlineEventItems(client, kind, settings, deadlineEvents, noDetailAfter)),
      ];
      const { problems, unfinished } = polled;
      const schedules = formatCount(problems.length, 'schedule');
      warn(poll, `missed runs cannot be detected for ${schedules}:`, problems);
      const count = formatCount(unfinished.length, kind.noun);
      const advice = `. If this happens again, poll more often or watch fewer ${kind.noun}s.`;
      warn(poll, `the next poll will read some new runs of ${count}:`, unfinished, advice);
      return { items, state: polled.state };
    },
    catchesUp: true,
  };
}

function buildAppSource(
  client: PlatformClient,
  { events, timezone }: TriggerSettings,
  watch: Watch,
): Source<WatchState<AppWatchState>> {
  return {
    noun: 'app',
    watch,
    async readExample() {
      const { readLatestAppEvent } = await loadPlatform();
      const event = await readLatestAppEvent(client.endpoint, watch, events);
      return event ? await buildAppEventItems(client, timezone, [event]) : [];
    },
    async poll(lastState, { signal, noDetailAfter }) {
      const { pollAppEvents } = await loadPlatform();
      const polled = await pollAppEvents(client.endpoint, watch, lastState, { signal });
      const chosen = polled.events.filter(({ event }) => events.includes(event));
      const items = await buildAppEventItems(client, timezone, chosen, noDetailAfter);
      return { items, state: polled.state };
    },
    // A platform without a history of apps returns only the current status, so earlier events cannot be found later.
    catchesUp: false,
  };
}

/** Polls all sources. If one of them fails, the poll fails, and no source continues from its new state. */
async function pollSources<State>(
  poll: IPollFunctions,
  sources: ReadonlyArray<Source<WatchState<State>>>,
  events: readonly string[],
): Promise<INodeExecutionData[] | null> {
  const nouns = sources.map(({ noun }) => `${noun}s`).join(' and ');
  if (poll.getMode() === 'manual') {
    const examples = await readEachSource(sources, async (source) => await source.readExample());
    const items = sortByTime(examples.flat());
    if (items.length > 0) return items.slice(-1);
    throw noMatchingEventError(poll, nouns, events);
  }
  const keys = sources.map(({ noun, watch }) => buildWatchKey(noun, watch));
  return await runOnePollAtATime(poll, keys.join(), async () => {
    const staticData = poll.getWorkflowStaticData('node');
    const stored = toObject(staticData.state);
    const sourceStates = sources.map((source, index) => {
      const state = stored[source.noun];
      const lastState = readStoredState<State>(state);
      if (state !== undefined && !lastState) warnOfLostState(poll);
      return { source, lastState, hasSameWatch: lastState?.watched === keys[index] };
    });
    const initialStates = sourceStates.map(({ lastState, hasSameWatch }, index) =>
      lastState && hasSameWatch
        ? lastState
        : buildFirstState(keys[index] ?? '', lastState, Date.now()),
    );
    // n8n notices only assignments to top-level properties.
    const save = (states: ReadonlyArray<WatchState<unknown>>) => {
      const entries = states.map((state, index) => [sources[index]?.noun, toStoredState(state)]);
      staticData.state = Object.fromEntries(entries) as IDataObject;
    };
    const unfinishedAdvice = `If this happens again, watch fewer ${nouns}.`;
    const polled = runWithinPollTime(poll, unfinishedAdvice, async (time) => {
      const limits = {
        signal: time.until(1),
        noPageAfter: time.until(SHARE_OF_READING),
        noDetailAfter: time.until(SHARE_OF_DETAILS),
      };
      return await readEachSource(
        sources,
        async (source, index) => await source.poll(sourceStates[index]?.lastState, limits),
      );
    });
    const results = await polled.catch((failure: unknown) => {
      const starting = sourceStates.filter(({ hasSameWatch }) => !hasSameWatch);
      if (starting.some(({ source }) => !source.catchesUp)) throw failure;
      if (starting.length > 0 && isTemporaryFailure(failure)) save(initialStates);
      throw markLossless(failure);
    });
    sourceStates.forEach(({ source: { noun }, lastState }, index) => {
      const missing = results[index]?.state.missing ?? [];
      const newlyMissing = missing.filter((id) => !lastState?.missing.includes(id));
      warn(poll, `the platform has no ${noun}`, newlyMissing, MISSING_ADVICE);
    });
    save(results.map(({ state }) => state));
    const items = sortByTime(results.flatMap(({ items }) => items));
    return items.length > 0 ? items : null;
  });
}

const PERMANENT_CODES: readonly ErrorCode[] = ['NOT_ALLOWED', 'NOT_SUPPORTED'];

/** Reads all sources. If the login may read only jobs, or only pipelines, the error tells the user what to choose. */
async function readEachSource<State, Result>(
  sources: ReadonlyArray<Source<State>>,
  read: (source: Source<State>, index: number) => Promise<Result>,
): Promise<Result[]> {
  const reads = sources.map(read);
  return await Promise.all(reads).catch(async (failure: unknown) => {
    if (!(failure instanceof PlatformError) || !PERMANENT_CODES.includes(findErrorCode(failure)))
      throw failure;
    const results = await Promise.allSettled(reads);
    const readable = sources.find((_source, index) => results[index]?.status === 'fulfilled');
    const refused = sources.find((_source, index) => results[index]?.status === 'rejected');
    if (!readable || !refused) throw failure;
    const choice =
      readable.watch.ids.length > 0
        ? `remove the ${refused.noun}s`
        : `choose only "${readable.noun === 'job' ? 'All Jobs' : 'All Pipelines'}"`;
    throw new PlatformError(`The ${refused.noun}s cannot be read: ${failure.message}`, {
      hint: `To watch only ${readable.noun}s, ${choice} in "Job and Pipeline Names or IDs". ${failure.hint}`,
      code: findErrorCode(failure),
      status: failure.status,
      cause: failure,
    });
  });
}

/** Events at the same time keep their order, so that the event of a run comes before the event of its job. */
function sortByTime(items: TimedItem[]): INodeExecutionData[] {
  return items.sort((a, b) => a.atMs - b.atMs).map(({ json }) => ({ json }));
}

function noMatchingEventError(
  poll: IPollFunctions,
  nouns: string,
  events: readonly string[],
): NodeOperationError {
  const options = fields.flatMap(({ name, options = [] }) => (name === 'events' ? options : []));
  const names = options.flatMap((option) =>
    'value' in option && events.includes(String(option.value)) ? [`"${option.name}"`] : [],
  );
  return new NodeOperationError(poll.getNode(), 'No matching event was found', {
    description: `Run one of the watched ${nouns}, or choose more events, and then fetch the test event again. The ${nouns} had none of these events recently: ${names.join(', ')}.`,
  });
}

/** Logs a warning if there are names. It is not a hint, because a poll has no output at which n8n could show one. */
function warn(poll: IPollFunctions, message: string, names: readonly string[], advice = ''): void {
  if (names.length === 0) return;
  const shortNames = names.map((name) => excerpt(name));
  const nameList = listFirst(shortNames, MAX_NAMES);
  poll.logger.warn(`${poll.getNode().name}: ${message} ${nameList}${advice}`);
}
