import type { GraphQLOutputType, GraphQLSchema } from 'graphql';
import { unknownEntity } from '../../graphql/call/callRootField';
import type { Platform } from '../../connection/platform';
import { PlatformError, UnexpectedResponseError } from '../../common/errors/errors';
import { requireResultField, requireRootField } from '../../graphql/schema/rootFields';
import { supportedSelection, writtenFields } from '../../graphql/selection/supported';
import type { CallOptions } from '../../graphql/send/endpoint';
import { readEachById, type ReadableById } from '../../runs/read/readRuns';
import type { Run } from '../../runs/read/run';
import type { FailureLog } from '../../runs/logs/failureLog';
import { parseTimeMs } from '../../runs/read/times';
import { readOptional } from '../../runs/read/readOptional';
import { describeLastStatus, describeLog, type WaitTimeout } from '../../runs/wait/failure';
import { RunWaiter } from '../../runs/wait/runWaiter';
import { excerpt, stripAnsi } from '../../common/text/text';
import { fieldsOf, isObject, textOf } from '../../common/text/values';
import { STARTING_STATUSES } from './app';
import { LISTED_APP } from './fields';
import { AppLogs } from './logs';

/** The state of an app as a run, so that `RunWaiter` can wait for it. ID and status are those of the app. */
export interface AppState extends Run {
  name?: string;
  statusReason?: string;
  executionId?: string;
  stopTime?: string;
  /** The platform's response, unchanged. */
  history: Record<string, unknown>;
}

const STATE = writtenFields(`id name history ${LISTED_APP.history.select}`);
export const APP_STARTS: ReadableById & { noun: 'app' } = {
  noun: 'app',
  query: 'app',
  what: 'app',
  select: stateSelection,
  read: readAppState,
};

function stateSelection(schema: GraphQLSchema, type: GraphQLOutputType) {
  requireResultField(requireRootField(schema, 'query', 'app'), 'history');
  return supportedSelection(schema, type, STATE);
}

export function readAppState(response: unknown, query: string, knownId?: string): AppState {
  if (!isObject(response)) {
    throw new UnexpectedResponseError(`The platform returned "${query}" without an app`, {
      hint: 'Check the ID. The app may have been deleted.',
      code: 'NOT_FOUND',
    });
  }
  const history = fieldsOf(response.history);
  return {
    id: textOf(response.id) ?? knownId ?? '',
    name: textOf(response.name),
    status: textOf(history.currentStatus) ?? 'UNKNOWN',
    statusReason: textOf(history.currentStatusReason),
    executionId: textOf(history.currentExecutionId),
    startTime: textOf(history.startTime),
    stopTime: textOf(history.stopTime),
    history,
  };
}

type SeenState = Pick<AppState, 'status' | 'executionId' | 'startTime' | 'stopTime'>;

/** Other statuses follow these. */
export const MOVING: ReadonlySet<string> = new Set([...STARTING_STATUSES, 'STOPPING', 'UNKNOWN']);

/** One start of an app. A read after it may still return the state before it. */
export class AppStart {
  private hasChanged = false;

  constructor(private readonly before: SeenState) {}

  setResponse(response: Record<string, unknown>): void {
    const { before } = this;
    this.hasEnded({
      status: textOf(response.status) ?? before.status,
      executionId: textOf(response.executionId) ?? before.executionId,
      startTime: textOf(response.startTime) ?? before.startTime,
    });
  }

  /** True once the app has started or failed to start. */
  hasEnded({ status, executionId, startTime, stopTime }: SeenState): boolean {
    const { before } = this;
    // Starting an app that is up changes nothing.
    if (status === 'STARTED') return true;
    const isOther = executionId !== undefined && executionId !== before.executionId;
    this.hasChanged ||= isOther || startTime !== before.startTime || status !== before.status;
    if (!this.hasChanged) return false;
    if (status === 'STOPPED' || status === 'FAILED') return true;
    // With an unknown status, an app that ended after this start has failed.
    if (MOVING.has(status) || startTime === before.startTime) return false;
    return (parseTimeMs(stopTime) ?? 0) > (parseTimeMs(startTime) ?? Infinity);
  }
}

export class AppStartFailedError extends PlatformError {
  constructor(app: AppState, url: string | undefined, log: FailureLog) {
    const { status, statusReason } = app;
    const ending = status === 'STOPPED' ? 'was stopped before it had started' : 'failed to start';
    super(`${displayName(app)} ${ending}${statusReason ? `: ${excerpt(statusReason)}` : ''}`, {
      hint: [`App ${app.id} · ${excerpt(status)}`, ...linkText(url), ...describeLog(log)].join(
        '\n',
      ),
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
    super(`${displayName(app)} has not started within ${timeoutSeconds} s`, {
      hint: [
        `${status} ${unread ? 'Later it could not be read.' : 'The platform continues to start it.'} Increase the option "Timeout", or get the app later.`,
        ...linkText(url),
      ].join('\n'),
      link: url,
      code: 'TIMED_OUT',
      cause: unread?.failure,
    });
  }
}

function displayName({ id, name }: Pick<AppState, 'id' | 'name'>): string {
  return name ? excerpt(name) : `The app ${id}`;
}

function linkText(url: string | undefined): string[] {
  return url ? [`Open the app: ${url}`] : [];
}

export class AppStarts {
  constructor(private readonly platform: Platform) {}

  async getState(id: string, options?: CallOptions): Promise<AppState> {
    const read = (await readEachById(this.platform.projects, APP_STARTS, [id], options)).get(id);
    if (read && 'run' in read) return read.run as AppState;
    throw read?.failure ?? unknownEntity('app', id);
  }

  createWaiter(options: ConstructorParameters<typeof RunWaiter>[2]) {
    return new RunWaiter(this.platform.projects, APP_STARTS, options);
  }

  /** Reads the last lines since the start. A failure to read them is returned. */
  async readFailureLog(
    { id, executionId }: Pick<AppState, 'id' | 'executionId'>,
    limit: number,
    options: CallOptions = {},
  ): Promise<FailureLog> {
    const query = { executionId, which: 'last', limit, isForError: true } as const;
    const log = async (limits: CallOptions) =>
      await new AppLogs(this.platform).read(id, query, limits);
    const hint = 'Read it later with "Get Logs" of the resource "App".';
    const read = await readOptional(this.platform.projects, log, hint, options);
    if ('failure' in read) return { lines: [], failure: read.failure };
    return { lines: read.lines.map(({ value }) => stripAnsi(value)) };
  }
}
