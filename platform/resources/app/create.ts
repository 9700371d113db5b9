import { PlatformError } from '../../errors/errors';
import { getTechnology, listTechnologies, type CatalogEntry } from '../catalog/technologies';
import type { GraphQLSchema } from 'graphql';
import { prepareRootField, type RootFieldCall } from '../../graphql/call/callRootField';
import { idArgument, inputArgument } from '../../graphql/call/commonArguments';
import { readObject } from '../../graphql/read/result';
import { withSchema } from '../../graphql/schema/bySchema';
import { requireRootField, type RootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier, readProjectId } from '../../input/identifiers';
import { without } from '../../text/names';
import type { Platform } from '../../connection/platform';
import {
  APP_VERSION_FIELDS,
  appVersionInput,
  apps,
  prepareCreateApp,
  type App,
  type AppSettings,
  type AppVersion,
  type AppVersionSettings,
} from './app';
import { restartWithVariables } from './restart';
import { readPorts, readVolumes, type AppPort, type AppVolume } from './portsAndVolumes';
import { requireVariableScope } from '../environmentVariable/variable';
import {
  prepareSetEnvironmentVariable,
  requireValue,
  type VariableToSet,
} from '../environmentVariable/set';
import type { Settings } from '../resource';
import { objectsIn, type PreparedChange } from '../entities';
import { volumes } from '../volume';

/** A version of an app as somebody writes it: ports and volumes as lists, or JSON text of them. */
interface WrittenVersion extends Omit<AppVersionSettings, 'ports' | 'volumes'> {
  ports?: unknown;
  volumes?: unknown;
}

interface WrittenApp {
  projectId: unknown;
  /** For an app of an image it can be left out: the catalog's technology for images is taken. */
  technologyId?: unknown;
  settings: Settings<AppSettings>;
  version: Settings<WrittenVersion>;
  /** Environment variables of the app. */
  variables: readonly VariableToSet[];
  /** Whether the app is restarted once they are set: without that, its first execution runs without them. */
  restartsWithVariables: boolean;
}

type CreatedApp = App & { restarted: boolean };

/**
 * Prepares to make an app, from a context of a technology or from an image, with its environment variables; never a
 * second one if the response is lost. The platform starts the app as it makes it, before the variables are set.
 */
export async function prepareCreateAppOf(
  platform: Platform,
  {
    projectId,
    technologyId: givenId,
    settings,
    version,
    variables,
    restartsWithVariables,
  }: WrittenApp,
  options?: CallOptions,
): Promise<PreparedChange<CreatedApp>> {
  const endpoint = platform.projects;
  const id = readProjectId(projectId);
  const isRestarted = restartsWithVariables && variables.length > 0;
  if (variables.length > 0) await requireVariableScope(endpoint, 'APP', options);
  variables.forEach(requireValue);
  if (isRestarted) {
    await withSchema(
      endpoint,
      (schema) => requireRootField(schema, 'mutation', 'restartApp'),
      options,
    );
  }
  const { dockerImage, runtimeContextId } = version.values;
  const technologyId =
    givenId || !dockerImage
      ? readIdentifier(givenId, 'technology')
      : await technologyOfImages(platform, options);
  const values = await readVersion(endpoint, id, version.values, options);
  if (runtimeContextId && !values.ports) {
    values.ports = await portsOfContext(platform, technologyId, runtimeContextId, options);
  }
  const app = { projectId: id, technologyId, ...settings };
  const create = await prepareCreateApp(endpoint, app, { ...version, values }, options);
  return async () => {
    const made = await create();
    const place = { scope: 'APP', entityId: made.id } as const;
    try {
      for (const variable of variables) {
        await (
          await prepareSetEnvironmentVariable(endpoint, place, variable, options)
        )();
      }
    } catch (error) {
      throw error instanceof PlatformError ? withoutVariables(made.id, error) : error;
    }
    const restarted = isRestarted ? await restartWithVariables(platform, made.id, options) : {};
    return { ...made, ...restarted, restarted: isRestarted };
  };
}

/** Prepares to add a version as somebody writes it; see `prepareAddAppVersion`. */
export async function prepareAddAppVersionOf(
  endpoint: GraphqlEndpoint,
  appId: unknown,
  { values: written, more }: Settings<WrittenVersion>,
  options?: CallOptions,
): Promise<PreparedChange<AppVersion>> {
  const id = readIdentifier(appId, 'app');
  const isInProject = written.volumes !== undefined;
  const project = isInProject ? (await apps(endpoint).get(id, options)).project : undefined;
  const values = await readVersion(endpoint, project?.id, written, options);
  return await prepareAddAppVersion(endpoint, id, { values, more }, options);
}

async function readVersion(
  endpoint: GraphqlEndpoint,
  projectId: string | undefined,
  written: WrittenVersion,
  options?: CallOptions,
): Promise<AppVersionSettings> {
  const { ports, volumes: mounted } = written;
  const hasVolumes = mounted !== undefined && projectId !== undefined;
  const known = hasVolumes ? await volumes(endpoint).list(projectId, options) : [];
  return {
    ...without(written, 'ports', 'volumes'),
    ...(ports !== undefined && { ports: readPorts(ports) }),
    ...(mounted !== undefined && { volumes: readVolumes(mounted, known) }),
  };
}

/** What the catalog says about a technology for any image. */
async function technologyOfImages(platform: Platform, options?: CallOptions): Promise<string> {
  const technologies = await listTechnologies(await platform.catalog(options), undefined, options);
  const found = technologies.find(
    ({ customFlags, available }) =>
      available !== false && Array.isArray(customFlags) && customFlags.includes('GenericApp'),
  );
  if (typeof found?.id === 'string') return found.id;
  throw new PlatformError('The catalog has no technology for apps with any image', {
    hint: 'Choose the technology of the app in "Technology". Nothing was sent.',
    code: 'NOT_FOUND',
  });
}

/** The ports that the catalog says an app of this context listens on. */
async function portsOfContext(
  platform: Platform,
  technologyId: string,
  contextId: string,
  options?: CallOptions,
): Promise<AppPort[]> {
  const technology = await getTechnology(
    await platform.catalog(options),
    technologyId,
    options,
    PORTS,
  );
  const contexts = objectsIn<CatalogEntry>(technology.appContexts);
  const context = contexts.find(({ id }) => id === contextId);
  if (!context) {
    const known = contexts.map(({ id }) => String(id)).join(', ');
    throw new PlatformError(`The technology has no context "${contextId}"`, {
      hint: `${known ? `Its contexts are: ${known}.` : 'It has none.'} Nothing was sent.`,
      code: 'NOT_FOUND',
    });
  }
  return readPorts(
    objectsIn<Record<string, unknown>>(context.ports).map(
      ({ port, name, rewriteUrl, basePath, scope }) => ({
        number: port,
        name,
        isRewriteUrl: rewriteUrl,
        basePathVariableName: basePath,
        scope,
      }),
    ),
  );
}

const PORTS = writtenFields('id appContexts { id ports { port name rewriteUrl basePath scope } }');

function withoutVariables(id: string, error: PlatformError): PlatformError {
  return new PlatformError(
    `The app ${id} was created, but not all of its variables were set: ${error.message}`,
    {
      hint: `Set them with the resource "Environment Variable", then restart the app. Do not create it again. ${error.hint}`,
      effect: 'made',
      status: error.status,
      cause: error,
    },
  );
}

/**
 * Prepares to add a version, which becomes the current one; never a second one if the response is lost. What is
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
    const { currentVersion } = await apps(endpoint).get(id, options);
    const send = await prepare(settingsOfVersion(currentVersion));
    return readObject<AppVersion>({ [name]: await send() }, name);
  };
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
