import { PartlyDoneError, PlatformError } from '../../errors/errors';
import { getTechnology, listTechnologies, type CatalogEntry } from '../catalog/catalog';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier, readProjectId } from '../../input/identifiers';
import { without } from '../../text/names';
import type { Platform } from '../../connection/platform';
import { prepareAddAppVersion, prepareCreateApp } from './appChanges';
import {
  readPorts,
  readVolumes,
  type AppPort,
  type AppSettings,
  type AppVersionSettings,
} from './appInput';
import { getApp, type App, type AppVersion } from './apps';
import { requireVariableScope } from '../environmentVariable/place';
import {
  prepareSetEnvironmentVariable,
  requireValue,
  type VariableToSet,
} from '../environmentVariable/set';
import type { Settings } from '../job/jobInput';
import { objectsIn, type PreparedChange } from '../entities';
import { listVolumes } from '../volume';

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
}

/**
 * Prepares to make an app, from a context of a technology or from an image, with its environment variables; never a
 * second one where the response is lost.
 */
export async function prepareCreateAppOf(
  platform: Platform,
  { projectId, technologyId: givenId, settings, version, variables }: WrittenApp,
  options?: CallOptions,
): Promise<PreparedChange<App>> {
  const endpoint = platform.projects;
  const id = readProjectId(projectId);
  if (variables.length > 0) await requireVariableScope(endpoint, 'APP', options);
  variables.forEach(requireValue);
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
    if (variables.length === 0) return made;
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
    return made;
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
  const project = isInProject ? (await getApp(endpoint, id, options)).project : undefined;
  const values = await readVersion(endpoint, project?.id, written, options);
  return await prepareAddAppVersion(endpoint, id, { values, more }, options);
}

async function readVersion(
  endpoint: GraphqlEndpoint,
  projectId: string | undefined,
  written: WrittenVersion,
  options?: CallOptions,
): Promise<AppVersionSettings> {
  const { ports, volumes } = written;
  const hasVolumes = volumes !== undefined && projectId !== undefined;
  const known = hasVolumes ? await listVolumes(endpoint, projectId, options) : [];
  return {
    ...without(written, 'ports', 'volumes'),
    ...(ports !== undefined && { ports: readPorts(ports) }),
    ...(volumes !== undefined && { volumes: readVolumes(volumes, known) }),
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
    reach: 'never',
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
      reach: 'never',
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

function withoutVariables(id: string, error: PlatformError): PartlyDoneError {
  return new PartlyDoneError(
    `The app ${id} was created, but not all of its variables were set: ${error.message}`,
    {
      hint: `Set them with the resource "Environment Variable". Do not create the app again. ${error.hint}`,
      reach: 'answered',
      status: error.status,
      cause: error,
    },
  );
}
