import type { GraphQLSchema } from 'graphql';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { idArgument, inputArgument } from '../../graphql/call/commonArguments';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { readObject } from '../../graphql/read/result';
import type { RootField } from '../../graphql/schema/rootFields';
import { readIdentifier, readProjectId } from '../../input/identifiers';
import {
  appVersionInput,
  type AppPort,
  type AppSettings,
  type AppVersionSettings,
  type AppVolume,
} from './appInput';
import { APP_FIELDS, APP_VERSION_FIELDS, getApp, type App, type AppVersion } from './apps';
import { prepareCreation, prepareEdit, requireName, readVersionNumber } from '../changes';
import type { Settings } from '../job/jobInput';
import { objectsIn, prepareById, type PreparedChange } from '../entities';
import { inputTypeOf } from '../../graphql/call/inputObject';

export interface NewApp extends Settings<AppSettings> {
  projectId: unknown;
  technologyId: unknown;
}

/**
 * Prepares to make an app with its first version; never a second one where the response is lost. It does not run yet.
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
  const creation = {
    name: 'createApp',
    what: 'app',
    argument: 'app',
    fields: APP_FIELDS,
    ifLost: `Before you try again, check whether the project has an app "${name}"`,
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
  return await prepareCreation(endpoint, creation, wanted, options);
}

export async function prepareUpdateApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  { values, more }: Settings<AppSettings>,
  options?: CallOptions,
): Promise<PreparedChange<App>> {
  const edition = { name: 'editApp', what: 'app', fields: APP_FIELDS };
  return await prepareEdit(endpoint, edition, appId, { values: { ...values }, more }, options);
}

/**
 * Prepares to add a version, which becomes the current one; never a second one where the response is lost. What is
 * not set stays as in the current version. A running app goes on with the new version.
 */
export async function prepareAddAppVersion(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  { values, more }: Settings<AppVersionSettings>,
  options?: CallOptions,
): Promise<PreparedChange<AppVersion>> {
  const id = readIdentifier(appId, 'app');
  const name = 'addAppVersion';
  const prepare = async (kept: AppVersionSettings) => {
    const call = (_schema: GraphQLSchema, root: RootField): RootFieldCall => {
      const argument = inputArgument(root, 'version');
      const version = { values: { ...kept, ...values }, more };
      return {
        arguments: {
          ...idArgument(root, 'app', id),
          [argument.name]: appVersionInput(argument.type, version),
        },
        selection: { mode: 'supported', text: APP_VERSION_FIELDS },
        ifLost: 'Get the app, and check whether its current version is the new one',
      };
    };
    return await prepareRootField(endpoint, 'mutation', name, call, options);
  };
  // Whether the platform takes what was set is known before anything is read.
  await prepare({});
  return async () => {
    const { currentVersion } = await getApp(endpoint, id, options);
    const send = await prepare(settingsOfVersion(currentVersion));
    return readObject<AppVersion>({ [name]: await send() }, name);
  };
}

/**
 * Prepares to make an earlier version of an app the current one; never a second time where the response is lost,
 * since a running app starts anew with it.
 */
export async function prepareRollbackApp(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  versionNumber: unknown,
  options?: CallOptions,
): Promise<PreparedChange<App>> {
  const call = {
    kind: 'mutation',
    name: 'rollbackAppVersion',
    what: 'app',
    fields: APP_FIELDS,
    more: { versionNumber: readVersionNumber(versionNumber) },
    ifLost: 'Get the app, and check which version is the current one',
  } as const;
  return await prepareById(endpoint, call, appId, options);
}

/** A version as it would be set. */
export function settingsOfVersion(version: AppVersion | null | undefined): AppVersionSettings {
  if (!version) return {};
  const { dockerInfo, runtimeContextId, ports, volumesWithPath } = version;
  return {
    ...(dockerInfo?.image && { dockerImage: dockerInfo.image }),
    ...(dockerInfo?.dockerCredentialsId && { dockerCredentialsId: dockerInfo.dockerCredentialsId }),
    ...(runtimeContextId && { runtimeContextId }),
    ports: objectsIn<AppPort>(ports).map(portOf),
    ...(volumesWithPath && { volumes: volumesWithPath.flatMap(volumeOf) }),
  };
}

/** Without what a platform makes itself, as the internal URL. */
function portOf({ name, number, isRewriteUrl, basePathVariableName, scope }: AppPort): AppPort {
  return {
    number,
    isRewriteUrl,
    ...(name && { name }),
    ...(basePathVariableName && { basePathVariableName }),
    ...(scope && { scope }),
  };
}

function volumeOf({
  path,
  volume,
}: {
  path?: string;
  volume?: { id?: string } | null;
}): AppVolume[] {
  return path && volume?.id ? [{ path, volumeId: volume.id }] : [];
}
