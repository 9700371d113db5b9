import { placesOf, selectionOf, type SettingsOf } from '../entityFields';
import { APP, LISTED_APP } from './fields';
import { GraphqlResponseError, type PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier, readProjectId } from '../../input/identifiers';
import { repeatableChange } from '../../http/retry';
import { isAlreadyGone, requireName, readVersionNumber } from '../changes';
import {
  prepareById,
  unknownEntity,
  withKnownId,
  type CallById,
  type Entity,
  type PreparedChange,
} from '../entities';
import type { GraphQLInputObjectType } from 'graphql';
import { readOneEntity } from '../../graphql/call/callRootField';
import { inputArgument } from '../../graphql/call/commonArguments';
import type { RootField } from '../../graphql/schema/rootFields';
import type { AppPort, AppVolume } from './portsAndVolumes';
import { listsIn, prepareCreation, resource, whereCreated, type Settings } from '../resource';
import { isObject } from '../../text/values';
import { inputObject, inputTypeOf } from '../../graphql/call/inputObject';

export type AppSettings = SettingsOf<typeof APP.settings>;

export interface App extends Entity {
  alias?: string;
  description?: string | null;
  technology?: { id: string; label?: string };
  history?: { currentStatus?: string; currentExecutionId?: string | null } | null;
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

export interface AppVersionSettings extends Omit<
  SettingsOf<typeof APP.version>,
  'ports' | 'volumes'
> {
  ports?: AppPort[];
  volumes?: AppVolume[];
}

const VERSION_PLACES = placesOf(APP.version);

export function appVersionInput(
  type: GraphQLInputObjectType,
  { values, more }: Settings<AppVersionSettings>,
): Record<string, unknown> {
  return inputObject(type, {
    values: { ...values },
    places: VERSION_PLACES,
    defaults: { ports: [] },
    more,
  });
}

export const APP_VERSION_FIELDS = writtenFields(selectionOf(APP.version));

export const APP_FIELDS = writtenFields(
  `${selectionOf(APP.settings)} currentVersion { ${APP_VERSION_FIELDS} }`,
);

const KIND = {
  what: 'app',
  names: { create: 'createApp', get: 'app', update: 'editApp', delete: 'deleteApp' },
  fields: APP_FIELDS,
  resendsSettings: true,
} as const;

const LISTED_FIELDS = writtenFields(selectionOf(LISTED_APP));

export function apps(endpoint: GraphqlEndpoint) {
  const usual = resource<App, AppSettings, 'get' | 'update' | 'delete'>(endpoint, KIND);
  const prepareAct = async (act: Act, id: unknown, options?: CallOptions) =>
    await prepareById<App>(endpoint, { ...act, ...ACT }, id, options);
  return {
    ...listsIn<App>(endpoint, 'apps', LISTED_FIELDS),
    ...usual,

    /** An app that is up, or on its way, stays as it is and is returned: a platform starts a new app by itself. */
    async prepareRun(id: unknown, options?: CallOptions): Promise<PreparedChange<App>> {
      const run = await prepareAct({ name: 'runApp', ifLost: CHECK_STATUS }, id, options);
      const read = async () => await readApp(endpoint, readIdentifier(id, 'app'), options);
      return async () => {
        const before = await read();
        if (isUp(before)) return before;
        try {
          return await run();
        } catch (error) {
          if (!(error instanceof GraphqlResponseError)) throw error;
          const now = await read().catch(() => undefined);
          if (now && isUp(now)) return now;
          throw error;
        }
      };
    },

    prepareRestart: async (id: unknown, options?: CallOptions) =>
      await prepareAct({ name: 'restartApp', ifLost: CHECK_STATUS }, id, options),

    /** It is repeated if the response was lost: a stopped app stays stopped. */
    async prepareStop(id: unknown, options?: CallOptions): Promise<PreparedChange<App>> {
      const stop = await prepareAct({ name: 'stopApp', idempotent: true }, id, options);
      return async (mayHaveBeenMade) =>
        (await repeatableChange(stop, isAlreadyStopped, mayHaveBeenMade)) ??
        // Stopped by an attempt whose response was lost. How the app is now is worth a look, and no reason to fail.
        (await usual.get(id, options).catch(() => ({ id: readIdentifier(id, 'app') })));
    },

    /** Makes an earlier version the current one; never a second time if the response is lost, since a running app restarts. */
    async prepareRollback(id: unknown, versionNumber: unknown, options?: CallOptions) {
      const rollback = {
        name: 'rollbackAppVersion',
        more: { versionNumber: readVersionNumber(versionNumber) },
        ifLost: 'Get the app, and check which version is the current one',
      };
      return await prepareAct(rollback, id, options);
    },
  };
}

/** Those that are asked for at the same moment share requests. @throws PlatformError if there is no such app */
async function readApp(endpoint: GraphqlEndpoint, id: string, options?: CallOptions): Promise<App> {
  const wanted = { name: 'app', what: 'app', id, fields: APP_FIELDS } as const;
  const app = await readOneEntity(endpoint, () => wanted, options);
  if (!isObject(app)) throw unknownEntity('app', id);
  return withKnownId(app, id) as unknown as App;
}

type Act = Pick<CallById, 'name' | 'more' | 'ifLost' | 'idempotent'>;

const ACT = { kind: 'mutation', what: 'app', fields: APP_FIELDS } as const;
const CHECK_STATUS = 'Get the app, and check its status';

/** The known statuses of an app that the platform is starting, the first time or again. */
export const STARTING_STATUSES: ReadonlySet<string> = new Set([
  ...['STARTING', 'RESTARTING', 'RECOVERING', 'UPGRADING', 'ROLLING_BACK'],
]);

export function isStarting(history: App['history']): boolean {
  return STARTING_STATUSES.has(history?.currentStatus ?? '');
}

function isUp({ history }: App): boolean {
  return history?.currentStatus === 'STARTED' || isStarting(history);
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

interface NewApp extends Settings<AppSettings> {
  projectId: unknown;
  technologyId: unknown;
}

/**
 * Prepares to make an app with its first version; never a second one if the response is lost. The platform starts it.
 */
export async function prepareCreateApp(
  endpoint: GraphqlEndpoint,
  { projectId, technologyId, values, more }: NewApp,
  version: Settings<AppVersionSettings>,
  options?: CallOptions,
): Promise<PreparedChange<App>> {
  const name = requireName(values.name);
  const settings = {
    ...values,
    name,
    projectId: readProjectId(projectId),
    technologyId: readIdentifier(technologyId, 'technology'),
  };
  const wanted = (root: RootField) => {
    const input = inputArgument(root, 'app').type;
    return {
      values: {
        ...settings,
        version: appVersionInput(inputTypeOf(input, 'version'), version),
      },
      more,
    };
  };
  const ifLost = whereCreated('app', name);
  return await prepareCreation<App>(endpoint, KIND, ifLost, wanted, options);
}
