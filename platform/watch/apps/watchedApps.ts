import type { GraphQLSchema } from 'graphql';
import { idArgument } from '../../graphql/call/commonArguments';
import { field } from '../../graphql/document/document';
import { queryBatched } from '../../graphql/read/queryBatched';
import { undefinedIfNotFound } from '../../graphql/read/result';
import { requestBySchema } from '../../graphql/schema/bySchema';
import { requireFieldOf, requireRootField } from '../../graphql/schema/rootFields';
import { supportedSelection, writtenFields } from '../../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { actionsIn } from '../../resources/app/history';
import { readAppState, type AppState } from '../../resources/app/start';
import { incompletePoll, unknownEntity } from '../../resources/entities';
import { CONCURRENT_PROJECTS } from '../../resources/job/list';
import { timeMs } from '../../runs/read/times';
import { entriesOf, fieldsOf, isObject, textOf } from '../../text/values';
import { mapConcurrently } from '../../time/concurrency';
import { readWatched, type Where } from '../readWatched';
import type { Watch } from '../watch';
import type { AppStatusRecord } from './appPhase';

/** An app with the newest part of its history. */
export interface WatchedApp {
  id: string;
  app: AppState;
  projectId?: string;
  projectName?: string;
  /** Oldest first; undefined if the platform does not return them. */
  records: readonly AppStatusRecord[] | undefined;
  /** Whether there may be older ones. */
  hasMore: boolean;
}

/**
 * Reads what is watched in one request, or one for each 100 projects.
 * @param actions number of the newest actions on each app whose statuses are read
 * @throws PlatformError with the code NOT_FOUND if the chosen project does not exist
 */
export async function readWatchedApps(
  endpoint: GraphqlEndpoint,
  watch: Watch,
  actions: number,
  options: CallOptions = {},
): Promise<{ found: WatchedApp[]; missing: string[] }> {
  const read = async (where: Where) =>
    'ids' in where
      ? await readByIds(endpoint, where.ids, actions, options)
      : await readOfProjects(endpoint, where.projectIds, actions, options);
  return await readWatched(endpoint, watch, read, options);
}

async function readByIds(
  endpoint: GraphqlEndpoint,
  ids: readonly string[],
  actions: number,
  options: CallOptions,
): Promise<WatchedApp[]> {
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', 'app');
    return { root, select: appSelection(schema, actions) };
  };
  const send = async ({ root, select }: ReturnType<typeof write>) =>
    await Promise.all(
      ids.map(async (id) => {
        const app = field(root.name, { arguments: idArgument(root, 'app', id), select });
        return await queryBatched(endpoint, app, options).catch(undefinedIfNotFound);
      }),
    );
  const responses = await requestBySchema(endpoint, write, send, options);
  return readApps(responses, actions);
}

async function readOfProjects(
  endpoint: GraphqlEndpoint,
  projectIds: readonly string[],
  actions: number,
  options: CallOptions,
): Promise<WatchedApp[]> {
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', 'project');
    requireFieldOf(root, 'apps');
    return { root, select: [field('apps', { select: appSelection(schema, actions) })] };
  };
  const send = async ({ root, select }: ReturnType<typeof write>) =>
    await mapConcurrently(projectIds, CONCURRENT_PROJECTS, async (id) => {
      const project = field(root.name, { arguments: idArgument(root, 'project', id), select });
      const response = await queryBatched(endpoint, project, options).catch(undefinedIfNotFound);
      if (!isObject(response) && projectIds.length === 1) throw unknownEntity('project', id);
      const { apps } = fieldsOf(response);
      if (!Array.isArray(apps)) throw incompletePoll('apps');
      return apps as unknown[];
    });
  const responses = await requestBySchema(endpoint, write, send, options);
  return readApps(responses.flat(), actions);
}

const EVENT = 'event { recordAt executionId status reason } transitionTime';

/** @throws PlatformError if the platform does not return the status of apps */
function appSelection(schema: GraphQLSchema, actions: number) {
  const root = requireRootField(schema, 'query', 'app');
  requireFieldOf(root, 'history');
  const events = `{ action { event { recordAt } transitionTime } statuses { ${EVENT} } ${EVENT} }`;
  const history = `currentStatus currentStatusReason currentExecutionId startTime stopTime events(limit: ${actions}) ${events} events ${events}`;
  const fields = writtenFields(`id name project { id name } history { ${history} }`);
  return supportedSelection(schema, root.field.type, fields);
}

function readApps(responses: readonly unknown[], actions: number): WatchedApp[] {
  return responses.filter(isObject).map((response) => {
    const app = readAppState(response, 'app');
    const { id: projectId, name: projectName } = fieldsOf(response.project);
    const { events } = app.history;
    const { actions: newestFirst, isWhole } = actionsIn(events);
    const records = newestFirst
      .toReversed()
      .flatMap(({ statuses }) => entriesOf(statuses).flatMap(readRecord));
    return {
      id: app.id,
      app,
      projectId: textOf(projectId),
      projectName: textOf(projectName),
      records: Array.isArray(events) ? records.sort((a, b) => a.atMs - b.atMs) : undefined,
      hasMore: !isWhole && newestFirst.length === actions,
    };
  });
}

function readRecord(entry: unknown): AppStatusRecord[] {
  const { event, transitionTime } = fieldsOf(entry);
  const { status, reason, executionId, recordAt } = fieldsOf(event);
  const atMs = timeMs(recordAt) ?? timeMs(transitionTime);
  const name = textOf(status);
  if (name === undefined || atMs === undefined) return [];
  return [{ status: name, reason: textOf(reason), executionId: textOf(executionId), atMs }];
}
