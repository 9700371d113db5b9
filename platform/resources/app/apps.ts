import { GraphqlResponseError, type PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier } from '../../input/identifiers';
import { repeatableChange } from '../../http/retry';
import { prepareDeletion, isAlreadyGone, type Deleted } from '../changes';
import {
  callById,
  listOfAllProjects,
  listOfProject,
  prepareById,
  type Entity,
  type InProject,
  type PreparedChange,
} from '../entities';
import { selectionOf } from '../entityFields';
import { APP, LISTED_APP } from './fields';

export interface App extends Entity {
  alias?: string;
  description?: string | null;
  technology?: { id: string; label?: string };
  history?: { currentStatus?: string; currentExecutionId?: string | null };
  project?: Entity;
  currentVersion?: AppVersion | null;
}

export interface AppVersion {
  number?: number;
  releaseNote?: string | null;
  runtimeContextId?: string | null;
  dockerInfo?: { image?: string; dockerCredentialsId?: string | null } | null;
  ports?: unknown;
  volumesWithPath?: Array<{ path?: string; volume?: Entity | null }> | null;
}

const LISTED_FIELDS = writtenFields(selectionOf(LISTED_APP));

export const APP_VERSION_FIELDS = writtenFields(selectionOf(APP.version));

export const APP_FIELDS = writtenFields(
  `${selectionOf(APP.settings)} currentVersion { ${APP_VERSION_FIELDS} }`,
);

const ofApp = { what: 'app', fields: APP_FIELDS } as const;

export async function listApps(
  endpoint: GraphqlEndpoint,
  projectId: unknown,
  options?: CallOptions,
): Promise<Array<App & InProject>> {
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

export async function prepareRunApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<App>> {
  const ifLost = 'Get the app, and check its status';
  const call = { ...ofApp, kind: 'mutation', name: 'runApp', ifLost } as const;
  return await prepareById(endpoint, call, appId, options);
}

/** It is repeated where the response was lost: a stopped app stays stopped. */
export async function prepareStopApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<App>> {
  const call = { ...ofApp, kind: 'mutation', name: 'stopApp', idempotent: true } as const;
  const stop = await prepareById<App>(endpoint, call, appId, options);
  return async (mayHaveBeenMade) =>
    (await repeatableChange(stop, isAlreadyStopped, mayHaveBeenMade)) ??
    // Stopped by an attempt whose response was lost. How the app is now is worth a look, and no reason to fail.
    (await getApp(endpoint, appId, options).catch(() => ({ id: readIdentifier(appId, 'app') })));
}

export async function prepareRestartApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<App>> {
  const ifLost = 'Get the app, and check its status';
  const call = { ...ofApp, kind: 'mutation', name: 'restartApp', ifLost } as const;
  return await prepareById(endpoint, call, appId, options);
}

export async function prepareDeleteApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  options?: CallOptions,
): Promise<PreparedChange<Deleted>> {
  return await prepareDeletion(endpoint, 'deleteApp', 'app', appId, options);
}

const SAYS_STOPPED = /already (?:been )?stopp|is stopp|not running|not started/i;

/** Whether the platform says, in its own words, that there is nothing left to stop. */
function isAlreadyStopped(refusal: PlatformError): boolean {
  if (isAlreadyGone(refusal)) return true;
  return (
    refusal instanceof GraphqlResponseError &&
    refusal.errors.every(({ message }) => SAYS_STOPPED.test(message))
  );
}
