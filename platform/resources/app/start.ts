import { unknownEntityError } from '../../graphql/call/callRootField';
import type { Platform } from '../../connection/platform';
import { PlatformError, UnexpectedResponseError } from '../../common/errors/errors';
import { requireResultField, requireRootField } from '../../graphql/schema/rootFields';
import { selectSupported, writtenFields } from '../../graphql/selection/supported';
import type { CallOptions } from '../../graphql/send/endpoint';
import { readEachById, type ReadableById } from '../../runs/read/readRuns';
import type { Run } from '../../runs/read/run';
import type { FailureLog } from '../../runs/logs/failureLog';
import { parseTimeMs } from '../../runs/read/times';
import { readOptional } from '../../runs/read/readOptional';
import { describeLastStatus, describeLog, type WaitTimeout } from '../../runs/wait/failure';
import { RunWaiter } from '../../runs/wait/runWaiter';
import { excerpt, stripAnsi } from '../../common/text/text';
import { toObject, isObject, toText } from '../../common/text/values';
import { STARTING_STATUSES } from './app';
import { LISTED_APP } from './fields';
import { AppLogs } from './logs';

/** Equals the default of `logLines` for runs. */
const FAILURE_LOG_LINES = 20;

/** The state of an app as a run, so that `RunWaiter` can wait for it. ID and status are those of the app. */
export interface AppState extends Run {
  name?: string;
  statusReason?: string;
  executionId?: string;
  stopTime?: string;
  /** The field `history` of the platform's response, unchanged. */
  history: Record<string, unknown>;
}

const STATE_FIELDS = writtenFields(`id name history ${LISTED_APP.history.select}`);
export const APP_STATES: ReadableById & { noun: 'app' } = {
  noun: 'app',
  query: 'app',
  select(schema, type) {
    requireResultField(requireRootField(schema, 'query', 'app'), 'history');
    return selectSupported(schema, type, STATE_FIELDS);
  },
  read: readAppState,
};

export function readAppState(response: unknown, query: string, knownId?: string): AppState {
  if (!isObject(response)) {
    throw new UnexpectedResponseError(`The platform returned "${query}" without an app`, {
      hint: 'Check the ID. The app may have been deleted.',
      code: 'NOT_FOUND',
    });
  }
  const history = toObject(response.history);
  return {
    id: toText(response.id) ?? knownId ?? '',
    name: toText(response.name),
    status: toText(history.currentStatus) ?? 'UNKNOWN',
    statusReason: toText(history.currentStatusReason),
    executionId: toText(history.currentExecutionId),
    startTime: toText(history.startTime),
    stopTime: toText(history.stopTime),
    history,
  };
}

type ObservedState = Pick<AppState, 'status' | 'executionId' | 'startTime' | 'stopTime'>;

/** An app does not stay in these statuses. */
export const TRANSIENT_STATUSES: ReadonlySet<string> = new Set([
  ...STARTING_STATUSES,
  'STOPPING',
  'UNKNOWN',
]);

/** Finds out whether one start of an app has ended. A read after the start may still return the state from before it. */
export class AppStart {
  private hasChanged = false;

  constructor(private readonly before: ObservedState) {}

  recordResponse(response: Record<string, unknown>): void {
    const { before } = this;
    // Called only to record whether the state has changed.
    this.hasEnded({
      status: toText(response.status) ?? before.status,
      executionId: toText(response.executionId) ?? before.executionId,
      startTime: toText(response.startTime) ?? before.startTime,
    });
  }

  /** Returns true if the app has started or failed to start. Must be called with each state, in the order in which they were read. */
  hasEnded({ status, executionId, startTime, stopTime }: ObservedState): boolean {
    const { before } = this;
    // Starting an app that already runs changes nothing.
    if (status === 'STARTED') return true;
    const isOtherExecution = executionId !== undefined && executionId !== before.executionId;
    this.hasChanged ||=
      isOtherExecution || startTime !== before.startTime || status !== before.status;
    if (!this.hasChanged) return false;
    if (status === 'STOPPED' || status === 'FAILED') return true;
    // With a status that this client does not know, a stop after this start means that the app has failed.
    if (TRANSIENT_STATUSES.has(status) || startTime === before.startTime) return false;
    return (parseTimeMs(stopTime) ?? 0) > (parseTimeMs(startTime) ?? Infinity);
  }
}

export class AppStartFailedError extends PlatformError {
  constructor(app: AppState, url: string | undefined, log: FailureLog) {
    const { status, statusReason } = app;
    const ending = status === 'STOPPED' ? 'was stopped before it had started' : 'failed to start';
    super(`${formatName(app)} ${ending}${statusReason ? `: ${excerpt(statusReason)}` : ''}`, {
      hint: [
        `App ${app.id} · ${excerpt(status)}`,
        ...buildLinkLines(url),
        ...describeLog(log),
      ].join('\n'),
      link: url,
      code: 'APP_FAILED',
    });
  }
}

export class AppStartTimeoutError extends PlatformError {
  constructor(
    app: Pick<AppState, 'id' | 'name'>,
    url: string | undefined,
    { run: lastRead, unread }: WaitTimeout,
    timeoutSeconds: number,
  ) {
    const status = describeLastStatus(lastRead);
    super(`${formatName(app)} has not started within ${timeoutSeconds} s`, {
      hint: [
        `${status} ${unread ? 'Later the status could not be read.' : 'The platform continues to start the app.'} Increase the option "Timeout", or get the app later.`,
        ...buildLinkLines(url),
      ].join('\n'),
      link: url,
      code: 'TIMED_OUT',
      cause: unread?.failure,
    });
  }
}

function formatName({ id, name }: Pick<AppState, 'id' | 'name'>): string {
  return name ? excerpt(name) : `The app ${id}`;
}

function buildLinkLines(url: string | undefined): string[] {
  return url ? [`Open the app: ${url}`] : [];
}

/** Reads the state and log of an app whose start a node awaits. */
export class AppStarts {
  constructor(private readonly platform: Platform) {}

  async getState(id: string, options?: CallOptions): Promise<AppState> {
    const result = (await readEachById(this.platform.projects, APP_STATES, [id], options)).get(id);
    if (result && 'run' in result) return result.run as AppState;
    throw result?.failure ?? unknownEntityError('app', id);
  }

  createWaiter(options: ConstructorParameters<typeof RunWaiter>[2]) {
    return new RunWaiter(this.platform.projects, APP_STATES, options);
  }

  /** Reads the last log lines of the start. If they cannot be read, returns the failure. */
  async readFailureLog(
    { id, executionId }: Pick<AppState, 'id' | 'executionId'>,
    options: CallOptions = {},
  ): Promise<FailureLog> {
    const query = {
      executionId,
      which: 'last',
      limit: FAILURE_LOG_LINES,
      isForError: true,
    } as const;
    const readLog = async (limits: CallOptions) =>
      await new AppLogs(this.platform).read(id, query, limits);
    const hint = 'Read the log later with "Get Logs" of the resource "App".';
    const read = await readOptional(this.platform.projects, readLog, hint, options);
    if ('failure' in read) return { lines: [], failure: read.failure };
    return { lines: read.lines.map(({ value }) => stripAnsi(value)) };
  }
}
