import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import type { RunKind } from '../runs/kinds';
import { readQuietRule } from '../schedules/readQuietDates';
import { latestAppEvent, pollAppEvents, readAppsOfEvents } from './apps/pollAppEvents';
import type { AppEvent, AppWatchState } from './apps/detectAppEvents';
import type { DeadlineEvent, DeadlineEventName } from './deadlines/rules';
import { readParentDetails, readWholeRuns } from './runs/eventDetails';
import {
  exampleDeadlineEvent,
  latestRunEvent,
  pollRunEvents,
  type PollOptions,
} from './runs/pollRunEvents';
import type { RunEvent } from './runs/runEvents';
import type { RunsState } from './runs/runsState';
import type { RunWatch } from './runs/watchedRuns';
import type { Watch, WatchState } from './watch';

type Cancel = Pick<CallOptions, 'signal'>;

/** The polls of triggers. Each method is described at the function that it calls. */
export class Watches {
  readonly readQuietRule = readQuietRule;

  constructor(private readonly endpoint: GraphqlEndpoint) {}

  async pollRunEvents(watch: RunWatch, before: RunsState | undefined, options?: PollOptions) {
    return await pollRunEvents(this.endpoint, watch, before, options);
  }

  async latestRunEvent(watch: RunWatch, names: readonly string[]) {
    return await latestRunEvent(this.endpoint, watch, names);
  }

  async readWholeRuns(
    kind: RunKind,
    events: ReadonlyArray<Pick<RunEvent, 'run' | 'parent'>>,
    options?: Cancel,
  ) {
    return await readWholeRuns(this.endpoint, kind, events, options);
  }

  async readParentDetails(kind: RunKind, events: readonly DeadlineEvent[], options?: Cancel) {
    return await readParentDetails(this.endpoint, kind, events, options);
  }

  async exampleDeadlineEvent(watch: RunWatch, event: DeadlineEventName) {
    return await exampleDeadlineEvent(this.endpoint, watch, event);
  }

  async pollAppEvents(
    watch: Watch,
    before: WatchState<AppWatchState> | undefined,
    options?: Cancel,
  ) {
    return await pollAppEvents(this.endpoint, watch, before, options);
  }

  async latestAppEvent(watch: Watch, names: readonly string[]) {
    return await latestAppEvent(this.endpoint, watch, names);
  }

  async readAppsOfEvents(events: readonly AppEvent[], options?: Cancel) {
    return await readAppsOfEvents(this.endpoint, events, options);
  }
}
