import {
  type IDataObject,
  type INodeExecutionData,
  type IPollFunctions,
  NodeOperationError,
} from 'n8n-workflow';
import type { PlatformClient } from '../../platform/client';
import { errorCodeOf } from '../../platform/common/errors/errorCodes';
import { type ErrorCode, PlatformError } from '../../platform/common/errors/errors';
import { formatCount } from '../../platform/common/text/amounts';
import { fieldsOf } from '../../platform/common/text/values';
import type { AppWatchState } from '../../platform/watch/apps/detectAppEvents';
import { DEADLINE_EVENTS } from '../../platform/watch/deadlines/rules';
import type { RunsState } from '../../platform/watch/runs/runsState';
import { loadPlatform } from '../shared/client/loadPlatform';
import type { RunWatch } from '../../platform/watch/runs/watchedRuns';
import {
  readState,
  buildFirstState,
  storeState,
  watchKey,
  type Watch,
  type WatchState,
} from '../../platform/watch/watch';
import {
  markResumable,
  isPlatformDown,
  runOnePollAtATime,
  warnOfLostState,
  runWithinPollTime,
} from '../shared/polling/polling';
import { buildAppEventItems } from './appItems';
import { buildDeadlineEventItems } from './deadlineItems';
import { fields } from './fields';
import { buildRunEventItems, type TimedItem } from './runItems';
import type { TriggerSettings } from './triggerSettings';
import { warn } from './warn';

/** Parts of the time of a poll. */
const SHARE_OF_READING = 0.8;
const SHARE_OF_DETAILS = 0.9;
const MISSING_ADVICE =
  '. The others are watched. Remove it from the node, or check the credential.';

/** All sources have the same signals, so that their reads share requests. */
interface Limits {
  signal: AbortSignal;
  /** When it fires, the next poll reads older runs. */
  noPageAfter: AbortSignal;
  /** When it fires, events are returned without unread details. */
  noDetailAfter: AbortSignal;
}

/** The noun is also the key of the saved state. */
interface Source<State> {
  noun: 'job' | 'pipeline' | 'app';
  watch: Watch;
  /** For "Fetch Test Event"; empty if there is none. */
  example(): Promise<TimedItem[]>;
  poll(before: State | undefined, limits: Limits): Promise<{ items: TimedItem[]; state: State }>;
  /** Whether events since a failed first poll are returned later. Otherwise events count from the first successful poll. */
  catchesUp: boolean;
}

/** "Fetch Test Event" does not change the state. */
export async function pollEvents(
  poll: IPollFunctions,
  client: PlatformClient,
  settings: TriggerSettings,
): Promise<INodeExecutionData[] | null> {
  const { apps, runs, events } = settings;
  if (apps) return await pollSources(poll, [buildAppSource(client, settings, apps)], events);
  const sources = runs.map((watch) => buildRunSource(poll, client, settings, watch));
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
    async example() {
      const { buildDeadlineExample, readLatestRunEvent } = await loadPlatform();
      const event = await readLatestRunEvent(client.endpoint, watch, events);
      if (event) return await buildRunEventItems(client, kind, settings, [event]);
      const name = DEADLINE_EVENTS.find((each) => events.includes(each));
      const example = name && (await buildDeadlineExample(client.endpoint, watch, name));
      return example ? await buildDeadlineEventItems(client, kind, settings, [example]) : [];
    },
    async poll(before, { noDetailAfter, ...limits }) {
      const { pollRunEvents } = await loadPlatform();
      const options = { ...limits, deadlines };
      const polled = await pollRunEvents(client.endpoint, watch, before, options);
      const chosen = polled.events.filter(({ event }) => events.includes(event));
      const late = polled.deadlineEvents;
      const items = [
        ...(await buildRunEventItems(client, kind, settings, chosen, noDetailAfter)),
        ...(await buildDeadlineEventItems(client, kind, settings, late, noDetailAfter)),
      ];
      const { problems, unfinished } = polled;
      warn(poll, `missed runs cannot be detected for ${problems.length} schedules:`, problems);
      const count = formatCount(unfinished.length, kind.noun);
      const advice = `. If this happens again, poll more often or watch fewer ${kind.noun}s.`;
      warn(poll, `some new runs of ${count} are left to the next poll:`, unfinished, advice);
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
    async example() {
      const { readLatestAppEvent } = await loadPlatform();
      const event = await readLatestAppEvent(client.endpoint, watch, events);
      return event ? await buildAppEventItems(client, timezone, [event]) : [];
    },
    async poll(before, { signal, noDetailAfter }) {
      const { pollAppEvents } = await loadPlatform();
      const polled = await pollAppEvents(client.endpoint, watch, before, { signal });
      const chosen = polled.events.filter(({ event }) => events.includes(event));
      const items = await buildAppEventItems(client, timezone, chosen, noDetailAfter);
      return { items, state: polled.state };
    },
    // Without a history, only the current status is known.
    catchesUp: false,
  };
}

/** Polls all sources. If one fails, the poll fails, and all keep their states. */
async function pollSources<State>(
  poll: IPollFunctions,
  sources: ReadonlyArray<Source<WatchState<State>>>,
  events: readonly string[],
): Promise<INodeExecutionData[] | null> {
  const nouns = sources.map(({ noun }) => `${noun}s`).join(' and ');
  if (poll.getMode() === 'manual') {
    const examples = await readEachSource(sources, async (source) => await source.example());
    const items = sortByTime(examples.flat());
    if (items.length > 0) return items.slice(-1);
    throw noMatchingEventError(poll, nouns, events);
  }
  const keys = sources.map(({ noun, watch }) => watchKey(noun, watch));
  return await runOnePollAtATime(poll, keys.join(), async () => {
    const staticData = poll.getWorkflowStaticData('node');
    const stored = fieldsOf(staticData.state);
    const watched = sources.map((source, at) => {
      const state = stored[source.noun];
      const before = readState<State>(state);
      if (state !== undefined && !before) warnOfLostState(poll);
      return { source, before, isKnown: before?.watched === keys[at] };
    });
    const unread = watched.map(({ before, isKnown }, at) =>
      before && isKnown ? before : buildFirstState(keys[at] ?? '', before, Date.now()),
    );
    // n8n notices only assignments at the top level.
    const save = (states: ReadonlyArray<WatchState<unknown>>) => {
      const entries = states.map((state, at) => [sources[at]?.noun, storeState(state)]);
      staticData.state = Object.fromEntries(entries) as IDataObject;
    };
    const ifUnfinished = `If this happens again, watch fewer ${nouns}.`;
    const polled = runWithinPollTime(poll, ifUnfinished, async (time) => {
      const limits = {
        signal: time.until(1),
        noPageAfter: time.until(SHARE_OF_READING),
        noDetailAfter: time.until(SHARE_OF_DETAILS),
      };
      return await readEachSource(
        sources,
        async (source, at) => await source.poll(watched[at]?.before, limits),
      );
    });
    const results = await polled.catch((failure: unknown) => {
      const starting = watched.filter(({ isKnown }) => !isKnown);
      if (starting.some(({ source }) => !source.catchesUp)) throw failure;
      if (starting.length > 0 && isPlatformDown(failure)) save(unread);
      throw markResumable(failure);
    });
    watched.forEach(({ source: { noun }, before }, at) => {
      const missing = results[at]?.state.missing ?? [];
      const added = missing.filter((id) => !before?.missing.includes(id));
      warn(poll, `the platform has no ${noun}`, added, MISSING_ADVICE);
    });
    save(results.map(({ state }) => state));
    const items = sortByTime(results.flatMap(({ items }) => items));
    return items.length > 0 ? items : null;
  });
}

const PERMANENT_CODES: readonly ErrorCode[] = ['NOT_ALLOWED', 'NOT_SUPPORTED'];

/** If a login may read jobs but not pipelines, or the other way around, the error names the choice that works. */
async function readEachSource<State, Result>(
  sources: ReadonlyArray<Source<State>>,
  read: (source: Source<State>, at: number) => Promise<Result>,
): Promise<Result[]> {
  const reads = sources.map(read);
  return await Promise.all(reads).catch(async (failure: unknown) => {
    if (!(failure instanceof PlatformError) || !PERMANENT_CODES.includes(errorCodeOf(failure)))
      throw failure;
    const results = await Promise.allSettled(reads);
    const readable = sources.find((_source, at) => results[at]?.status === 'fulfilled');
    const refused = sources.find((_source, at) => results[at]?.status === 'rejected');
    if (!readable || !refused) throw failure;
    const choice =
      readable.watch.ids.length > 0
        ? `remove the ${refused.noun}s`
        : `choose only "${readable.noun === 'job' ? 'All Jobs' : 'All Pipelines'}"`;
    throw new PlatformError(`The ${refused.noun}s cannot be read: ${failure.message}`, {
      hint: `To watch only ${readable.noun}s, ${choice} in "Job and Pipeline Names or IDs". ${failure.hint}`,
      code: errorCodeOf(failure),
      status: failure.status,
      cause: failure,
    });
  });
}

/** Events of the same moment keep their order: that of a run comes before that of its job. */
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
    description: `The watched ${nouns} had none of these events recently: ${names.join(', ')}. Run one, or choose more events, and then fetch again.`,
  });
}
