import type { GraphQLSchema } from 'graphql';
import { idArgument } from '../graphql/call/commonArguments';
import { field } from '../graphql/document/document';
import { queryBatched } from '../graphql/read/queryBatched';
import { undefinedIfNotFound } from '../graphql/read/result';
import { requestBySchema } from '../graphql/schema/bySchema';
import { requireFieldOf, requireRootField } from '../graphql/schema/rootFields';
import { supportedSelection, writtenFields } from '../graphql/selection/supported';
import type { CallOptions, GraphqlEndpoint } from '../graphql/send/endpoint';
import { actionsIn } from '../resources/app/history';
import { readAppState, type AppState } from '../resources/app/start';
import { CONCURRENT_PROJECTS } from '../resources/job/list';
import { incompletePoll, unknownEntity } from '../resources/entities';
import { listProjects } from '../resources/project';
import { timeMs } from '../runs/read/times';
import { mapConcurrently } from '../time/concurrency';
import { entriesOf, fieldsOf, isObject, textOf } from '../text/values';
import type { AppStatusRecord } from './event';
import type { AppWatch } from './watchState';

/** An app with the newest part of its history. */
export interface WatchedApp {
  app: AppState;
  projectId?: string;
  projectName?: string;
  /** Oldest first; undefined if the platform does not return them. */
  records: readonly AppStatusRecord[] | undefined;
  /** Whether there may be older ones. */
  hasMore: boolean;
}

/** More than these are read by the lists of projects. */
const MAX_READ_BY_ID = 100;

/**
 * Everything that is watched, in one request, or one for each 100 projects.
 * @param actions of so many actions the statuses that they led to are read, the newest ones
 * @returns also what was chosen and is not there
 * @throws PlatformError with the code NOT_FOUND for a chosen project that is not there
 */
export async function readWatchedApps(
  endpoint: GraphqlEndpoint,
  { projectId, ids }: AppWatch,
  actions: number,
  options: CallOptions = {},
): Promise<{ apps: WatchedApp[]; missing: string[] }> {
  const isById = ids.length > 0 && ids.length <= MAX_READ_BY_ID;
  const write = (schema: GraphQLSchema) => {
    const root = requireRootField(schema, 'query', isById ? 'app' : 'project');
    if (!isById) requireFieldOf(root, 'apps');
    const ofApp = appSelection(schema, actions);
    return { root, select: isById ? ofApp : [field('apps', { select: ofApp })] };
  };
  const read = async ({ root, select }: ReturnType<typeof write>) => {
    const readOne = async (id: string) => {
      const what = isById ? 'app' : 'project';
      const asked = field(root.name, { arguments: idArgument(root, what, id), select });
      const response = await queryBatched(endpoint, asked, options).catch(undefinedIfNotFound);
      if (isById) return [response];
      if (!isObject(response) && id === projectId) throw unknownEntity('project', id);
      const { apps } = fieldsOf(response);
      if (!Array.isArray(apps)) throw incompletePoll('apps');
      return apps as unknown[];
    };
    if (isById) return await Promise.all([...new Set(ids)].map(readOne));
    const projects =
      projectId === undefined
        ? (await listProjects(endpoint, options)).map(({ id }) => id)
        : [projectId];
    return await mapConcurrently(projects, CONCURRENT_PROJECTS, readOne);
  };
  const responses = (await requestBySchema(endpoint, write, read, options)).flat();
  const apps = responses.filter(isObject).map((app) => readWatchedApp(app, actions));
  if (ids.length === 0) return { apps, missing: [] };
  const [chosen, there] = [new Set(ids), new Set(apps.map(({ app }) => app.id))];
  return {
    apps: apps.filter(({ app }) => chosen.has(app.id)),
    missing: [...chosen].filter((id) => !there.has(id)),
  };
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

function readWatchedApp(response: Record<string, unknown>, actions: number): WatchedApp {
  const app = readAppState(response, 'app');
  const { id: projectId, name: projectName } = fieldsOf(response.project);
  const { events } = app.history;
  const { actions: newestFirst, isWhole } = actionsIn(events);
  const records = newestFirst
    .toReversed()
    .flatMap(({ statuses }) => entriesOf(statuses).flatMap(readRecord));
  return {
    app,
    projectId: textOf(projectId),
    projectName: textOf(projectName),
    records: Array.isArray(events) ? records.sort((a, b) => a.atMs - b.atMs) : undefined,
    hasMore: !isWhole && newestFirst.length === actions,
  };
}

function readRecord(entry: unknown): AppStatusRecord[] {
  const { event, transitionTime } = fieldsOf(entry);
  const { status, reason, executionId, recordAt } = fieldsOf(event);
  const atMs = timeMs(recordAt) ?? timeMs(transitionTime);
  const name = textOf(status);
  if (name === undefined || atMs === undefined) return [];
  return [{ status: name, reason: textOf(reason), executionId: textOf(executionId), atMs }];
}
