import { requireResultField, requireRootField } from '../../graphql/schema/rootFields';
import { selectSupported, writtenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readActions } from '../../resources/app/history';
import { readAppState, type AppState } from '../../resources/app/start';
import type { Select } from '../../runs/read/selection';
import { parseTimeMs } from '../../runs/read/times';
import { toList, toObject, isObject, toText } from '../../common/text/values';
import { readWatched } from '../readWatched';
import type { Watch } from '../watch';
import type { AppStatusRecord } from './appPhase';

export interface WatchedApp {
  id: string;
  app: AppState;
  projectId?: string;
  projectName?: string;
  /** The newest part of the history, oldest first; undefined if the platform returns none. */
  records: readonly AppStatusRecord[] | undefined;
  /** True if the history may have older records. */
  hasMore: boolean;
}

/**
 * Reads the watched apps, up to 100 IDs or projects in a request.
 * @param actions number of the newest actions on each app to read
 */
export async function readWatchedApps(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  actions: number,
  options: CallOptions = {},
): Promise<{ found: WatchedApp[]; missing: string[] }> {
  const kind = { noun: 'app', parentQuery: 'app' } as const;
  const selection = { ofParent: selectApp(actions) };
  const readItem = (response: unknown) => readWatchedApp(response, actions);
  return await readWatched(endpoint, kind, watch, selection, readItem, options);
}

const EVENT = 'event { recordAt executionId status reason } transitionTime';

function selectApp(actions: number): Select {
  const events = `{ action { event { recordAt } transitionTime } statuses { ${EVENT} } ${EVENT} }`;
  const history = `currentStatus currentStatusReason currentExecutionId startTime stopTime events(limit: ${actions}) ${events} events ${events}`;
  const fields = writtenFields(`id name project { id name } history { ${history} }`);
  return (schema, type) => {
    requireResultField(requireRootField(schema, 'query', 'app'), 'history');
    return selectSupported(schema, type, fields);
  };
}

function readWatchedApp(response: unknown, actions: number): WatchedApp | undefined {
  if (!isObject(response)) return undefined;
  const app = readAppState(response, 'app');
  const { id: projectId, name: projectName } = toObject(response.project);
  const { events } = app.history;
  const { actions: newestFirst, isComplete } = readActions(events);
  const records = newestFirst
    .toReversed()
    .flatMap(({ statuses }) => toList(statuses).flatMap(readRecord));
  return {
    id: app.id,
    app,
    projectId: toText(projectId),
    projectName: toText(projectName),
    records: Array.isArray(events) ? records.sort((a, b) => a.atMs - b.atMs) : undefined,
    hasMore: !isComplete && newestFirst.length === actions,
  };
}

function readRecord(entry: unknown): AppStatusRecord[] {
  const { event, transitionTime } = toObject(entry);
  const { status, reason, executionId, recordAt } = toObject(event);
  const atMs = parseTimeMs(recordAt) ?? parseTimeMs(transitionTime);
  const name = toText(status);
  if (name === undefined || atMs === undefined) return [];
  return [{ status: name, reason: toText(reason), executionId: toText(executionId), atMs }];
}
