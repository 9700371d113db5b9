import {
  ALERTING,
  DESCRIPTION,
  DOCKER_INFO,
  ID,
  MADE_BY_PLATFORM,
  NAME,
  PAGE_URL,
  PROJECT,
  RESOURCES,
  TECHNOLOGY,
  VERSION_HEAD,
} from '../commonFields';
import { type EntityFields, type EntityTable, placesOf, selectionOf } from '../entityFields';
import { RULES } from '../fileRules';
import { GraphqlResponseError, type PlatformError } from '../../errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier, readProjectId } from '../../input/identifiers';
import { repeatableChange } from '../../http/retry';
import { isAlreadyGone, requireName, readVersionNumber } from '../changes';
import { prepareById, type CallById, type Entity, type PreparedChange } from '../entities';
import type { GraphQLInputObjectType } from 'graphql';
import { inputArgument } from '../../graphql/call/commonArguments';
import type { RootField } from '../../graphql/schema/rootFields';
import type { AppPort, AppVolume } from './portsAndVolumes';
import {
  listsIn,
  prepareCreation,
  resource,
  whereCreated,
  type CommonSettings,
  type Settings,
} from '../resource';
import { inputObject, inputTypeOf } from '../../graphql/call/inputObject';

/** What a list of apps tells of each. */
export const LISTED_APP = {
  name: NAME,
  id: ID,
  description: DESCRIPTION,
  creationDate: { output: 'string', ...MADE_BY_PLATFORM },
  creator: { output: 'string', ...MADE_BY_PLATFORM },
  technology: TECHNOLOGY,
  history: {
    select:
      '{ currentStatus currentStatusReason currentExecutionId runningVersionNumber startTime stopTime author triggerType }',
    output: false,
    outputAs: {
      status: 'string',
      statusReason: 'string',
      executionId: 'string',
      runningVersionNumber: 'integer',
      startTime: 'string',
      stopTime: 'string',
      author: 'string',
      trigger: 'string',
    },
    ...MADE_BY_PLATFORM,
  },
} as const satisfies EntityFields;

export const APP = {
  settings: {
    ...LISTED_APP,
    project: PROJECT,
    url: PAGE_URL,
    isGenericApp: { output: 'boolean', ...MADE_BY_PLATFORM },
    alerting: ALERTING,
    /** Those of an app have no GPU; of a file the target tells whether it takes one. */
    resources: {
      ...RESOURCES,
      output: { cpu: RESOURCES.output.cpu, memory: RESOURCES.output.memory },
    },
  },
  version: {
    ...VERSION_HEAD,
    runtimeContextId: {
      output: 'string',
      set: true,
      file: { name: 'context', shape: 'text', whenAbsent: 'keep' },
    },
    dockerInfo: DOCKER_INFO,
    ports: {
      output: [
        {
          name: 'string',
          number: 'integer',
          isRewriteUrl: 'boolean',
          basePathVariableName: 'string',
          scope: 'string',
          internalUrl: 'string',
        },
      ],
      set: true,
      file: {
        shape: {
          listOf: {
            fields: {
              name: 'text',
              number: RULES.portNumber,
              isRewriteUrl: 'flag',
              basePathVariableName: 'text',
              scope: 'text',
            },
            needed: { number: 'Add one to each port.' },
          },
          unique: { by: 'number', what: 'ports' },
        },
        select: '{ name number isRewriteUrl basePathVariableName scope }',
      },
    },
    volumesWithPath: {
      select: '{ path volume { id name } }',
      output: [{ path: 'string', volume: { id: 'string', name: 'string' } }],
      set: { volumes: ['volumesWithPath'] },
      file: {
        name: 'volumes',
        shape: {
          listOf: {
            fields: { path: RULES.folder, volume: 'text' },
            needed: {
              path: 'Add the folder in which the app finds the volume.',
              volume: 'Add the name of a volume.',
            },
          },
          unique: { by: 'path', what: 'volumes' },
        },
        select: '{ path volume { id } }',
        nested: { volume: ['volumeId'] },
      },
    },
  },
} as const satisfies EntityTable;

export interface AppSettings extends CommonSettings {
  resources?: unknown;
}

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

/** What can be set of a version of an app. */
export interface AppVersionSettings {
  dockerImage?: string | null;
  dockerCredentialsId?: string | null;
  /** A context of the app's technology. */
  runtimeContextId?: string | null;
  ports?: AppPort[];
  volumes?: AppVolume[];
  releaseNote?: string | null;
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

    prepareRun: async (id: unknown, options?: CallOptions) =>
      await prepareAct({ name: 'runApp', ifLost: CHECK_STATUS }, id, options),

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

type Act = Pick<CallById, 'name' | 'more' | 'ifLost' | 'idempotent'>;

const ACT = { kind: 'mutation', what: 'app', fields: APP_FIELDS } as const;
const CHECK_STATUS = 'Get the app, and check its status';

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
 * Prepares to make an app with its first version; never a second one if the response is lost. It does not run yet.
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
