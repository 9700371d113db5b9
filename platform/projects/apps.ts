import type { CallOptions, GraphqlEndpoint } from '../graphql/endpoint';
import { deleteById, type Deleted } from './deletion';
import { callById, listOfAllProjects, listOfProject, type Entity } from './known';

export interface App extends Entity {
  alias?: string;
  description?: string | null;
  technology?: { id: string };
  history?: { currentStatus?: string; currentExecutionId?: string | null };
}

const LISTED_FIELDS = `
  id name alias description creationDate creator status technology { id }
  history { currentStatus currentStatusDetails currentExecutionId }
`;

const FIELDS = `
  ${LISTED_FIELDS} project { id name }
  currentVersion { number creationDate releaseNote dockerInfo { image } exposedPorts }
`;

const ofApp = { what: 'app', fields: FIELDS } as const;

export async function listApps(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<App[]> {
  return await listOfProject<App>(endpoint, 'apps', LISTED_FIELDS, projectId, options);
}

export async function listAppsOfAllProjects(endpoint: GraphqlEndpoint, options?: CallOptions) {
  return await listOfAllProjects(endpoint, 'apps', options);
}

export async function getApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<App> {
  return await callById(endpoint, { ...ofApp, kind: 'query', name: 'app' }, appId, options);
}

export async function runApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<App> {
  const ifLost = 'Get the app: its status tells whether it starts';
  const call = { ...ofApp, kind: 'mutation', name: 'runApp', ifLost } as const;
  return await callById(endpoint, call, appId, options);
}

/** It is repeated where the answer was lost: a stopped app stays stopped. */
export async function stopApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<App> {
  const call = { ...ofApp, kind: 'mutation', name: 'stopApp', idempotent: true } as const;
  return await callById(endpoint, call, appId, options);
}

export async function restartApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<App> {
  const ifLost = 'Get the app: its status tells whether it restarts';
  const call = { ...ofApp, kind: 'mutation', name: 'restartApp', ifLost } as const;
  return await callById(endpoint, call, appId, options);
}

export async function deleteApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<Deleted> {
  return await deleteById(endpoint, 'deleteApp', 'app', appId, options);
}
