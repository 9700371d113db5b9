import { collectInputPaths, buildSelection, type SettingsOf } from '../entityFields';
import { APP, LISTED_APP } from './fields';
import { GraphqlResponseError, type PlatformError } from '../../common/errors/errors';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier, readProjectId } from '../../common/input/identifiers';
import { makeRepeatableChange } from '../../http/retry';
import { isAlreadyGone, requireName, readVersionNumber } from '../changes';
import { objectsIn, type Entity, type PreparedChange } from '../entities';
import type { GraphQLInputObjectType, GraphQLSchema } from 'graphql';
import {
  prepareCallById,
  unknownEntityError,
  addMissingId,
  type CallById,
  prepareRootField,
  readOneEntity,
  type RootFieldCall,
} from '../../graphql/call/callRootField';
import { buildIdArgument, requireInputArgument } from '../../graphql/call/commonArguments';
import type { RootField } from '../../graphql/schema/rootFields';
import type { AppPort, AppVolume } from './portsAndVolumes';
import { ListedResource, type Kind, type Settings } from '../resource';
import { toObject, isObject } from '../../common/text/values';
import { buildInputObject, requireInputObject } from '../../graphql/call/inputObject';

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

const VERSION_INPUT_PATHS = collectInputPaths(APP.version);

function buildVersionInput(
  type: GraphQLInputObjectType,
  { values, more }: Settings<AppVersionSettings>,
): Record<string, unknown> {
  return buildInputObject(type, {
    values: { ...values },
    inputPaths: VERSION_INPUT_PATHS,
    defaults: { ports: [] },
    more,
  });
}

const APP_VERSION_FIELDS = writtenFields(buildSelection(APP.version));

export const APP_FIELDS = writtenFields(
  `${buildSelection(APP.settings)} currentVersion { ${APP_VERSION_FIELDS} }`,
);

const KIND: Kind<App> = {
  noun: 'app',
  fields: APP_FIELDS,
  listedFields: writtenFields(buildSelection(LISTED_APP)),
  resendsSettings: true,
};

interface NewApp extends Settings<AppSettings> {
  projectId: unknown;
  technologyId: unknown;
}

export class Apps extends ListedResource<App, AppSettings> {
  constructor(endpoint: GraphqlEndpoint) {
    super(endpoint, KIND);
  }

  /** Changes nothing if the app already runs or is starting, for example because the platform starts each new app by itself. */
  async prepareRun(id: unknown, options?: CallOptions): Promise<PreparedChange<App>> {
    const run = await this.prepareAction({ name: 'runApp', ifLost: CHECK_STATUS }, id, options);
    const read = async () => await this.getBatched(this.readId(id), options);
    return async () => {
      const before = await read();
      if (isStartedOrStarting(before)) return before;
      try {
        return await run();
      } catch (error) {
        if (!(error instanceof GraphqlResponseError)) throw error;
        const now = await read().catch(() => undefined);
        if (now && isStartedOrStarting(now)) return now;
        throw error;
      }
    };
  }

  async prepareRestart(id: unknown, options?: CallOptions): Promise<PreparedChange<App>> {
    return await this.prepareAction({ name: 'restartApp', ifLost: CHECK_STATUS }, id, options);
  }

  /** Sends the request again if its response is lost, because stopping a stopped app changes nothing. */
  async prepareStop(id: unknown, options?: CallOptions): Promise<PreparedChange<App>> {
    const stop = await this.prepareAction({ name: 'stopApp', idempotent: true }, id, options);
    return async (mayHaveBeenMade) =>
      (await makeRepeatableChange(stop, isAlreadyStopped, mayHaveBeenMade)) ??
      // The app was stopped or deleted, but not returned. A failure to read it does not matter.
      (await this.get(id, options).catch(() => ({ id: this.readId(id) })));
  }

  /** Never sends the request again if its response is lost, because each rollback restarts a running app. */
  override async prepareRollback(id: unknown, versionNumber: unknown, options?: CallOptions) {
    const rollback = {
      name: 'rollbackAppVersion',
      more: { versionNumber: readVersionNumber(versionNumber) },
      ifLost: 'Get the app, and check which version is the current one',
    };
    return await this.prepareAction(rollback, id, options);
  }

  /** Creates an app, which the platform then starts. Never creates a second app if the response is lost. */
  async prepareNew(
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
    const buildInput = (root: RootField) => {
      const type = requireInputObject(requireInputArgument(root, 'app').type, 'version');
      return { values: { ...settings, version: buildVersionInput(type, version) }, more };
    };
    return await this.prepareCreation(name, buildInput, options);
  }

  /**
   * Adds a version and makes it the current one. Never adds a second version if the response is lost. Settings without a value
   * stay as in the current version. A running app continues with the new version.
   */
  async prepareNewVersion(
    appId: unknown,
    { values, more }: Settings<AppVersionSettings>,
    options?: CallOptions,
  ): Promise<PreparedChange<AppVersion>> {
    const id = this.readId(appId);
    const name = 'addAppVersion';
    const prepare = async (currentSettings: AppVersionSettings) => {
      const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
        const argument = requireInputArgument(root, 'version');
        const version = { values: { ...currentSettings, ...values }, more };
        return {
          arguments: {
            ...buildIdArgument(root, 'app', id),
            [argument.name]: buildVersionInput(argument.type, version),
          },
          selection: { mode: 'supported', text: APP_VERSION_FIELDS },
          ifLost: 'Get the app, and check whether its current version is the new one',
          returnsResult: true,
        };
      };
      return await prepareRootField(this.endpoint, 'mutation', name, call, options);
    };
    // Checks the settings before anything is read.
    await prepare({});
    return async () => {
      const { currentVersion } = await this.get(id, options);
      const send = await prepare(toVersionSettings(currentVersion));
      return toObject(await send()) as unknown as AppVersion;
    };
  }

  private async prepareAction(action: AppAction, id: unknown, options?: CallOptions) {
    return await prepareCallById<App>(this.endpoint, { ...action, ...ACTION_CALL }, id, options);
  }

  private async getBatched(id: string, options?: CallOptions): Promise<App> {
    const query = { name: 'app', noun: 'app', id, fields: APP_FIELDS } as const;
    const app = await readOneEntity(this.endpoint, () => query, options);
    if (!isObject(app)) throw unknownEntityError('app', id);
    return addMissingId(app, id) as unknown as App;
  }
}

type AppAction = Pick<CallById, 'name' | 'more' | 'ifLost' | 'idempotent'>;

const ACTION_CALL = { kind: 'mutation', noun: 'app', fields: APP_FIELDS } as const;
const CHECK_STATUS = 'Get the app, and check its status';

export const STARTING_STATUSES: ReadonlySet<string> = new Set([
  'STARTING',
  'RESTARTING',
  'RECOVERING',
  'UPGRADING',
  'ROLLING_BACK',
]);

export function isStarting(history: App['history']): boolean {
  return STARTING_STATUSES.has(history?.currentStatus ?? '');
}

function isStartedOrStarting({ history }: App): boolean {
  return history?.currentStatus === 'STARTED' || isStarting(history);
}

const SAYS_STOPPED = /already (?:been )?stopp|is stopp|not running|not started/i;

function isAlreadyStopped(refusal: PlatformError): boolean {
  if (isAlreadyGone(refusal)) return true;
  return (
    refusal instanceof GraphqlResponseError &&
    refusal.errors.every(({ message }) => SAYS_STOPPED.test(message))
  );
}

export function toVersionSettings(version: AppVersion | null | undefined): AppVersionSettings {
  if (!version) return {};
  const { dockerInfo, runtimeContextId, ports, volumesWithPath } = version;
  return {
    ...(dockerInfo?.image && { dockerImage: dockerInfo.image }),
    ...(dockerInfo?.dockerCredentialsId && { dockerCredentialsId: dockerInfo.dockerCredentialsId }),
    ...(runtimeContextId && { runtimeContextId }),
    ports: objectsIn<AppPort>(ports).map(toPortSettings),
    ...(volumesWithPath && {
      volumes: volumesWithPath.flatMap(({ path, volume }) =>
        path && volume?.id ? [{ path, volumeId: volume.id }] : [],
      ),
    }),
  };
}

/** Leaves out fields that the platform sets, such as the internal URL. */
function toPortSettings({
  name,
  number,
  isRewriteUrl,
  basePathVariableName,
  scope,
}: AppPort): AppPort {
  return {
    number,
    isRewriteUrl,
    ...(name && { name }),
    ...(basePathVariableName && { basePathVariableName }),
    ...(scope && { scope }),
  };
}
