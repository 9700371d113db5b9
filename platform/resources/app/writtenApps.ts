import { PlatformError } from '../../common/errors/errors';
import { Technologies, type CatalogEntry } from '../catalog/technologies';
import { withSchema } from '../../graphql/schema/bySchema';
import { requireRootField } from '../../graphql/schema/rootFields';
import type { CallOptions, GraphqlEndpoint } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import { readIdentifier, readProjectId } from '../../common/input/identifiers';
import { without } from '../../common/text/names';
import type { Platform } from '../../connection/platform';
import { Apps, type App, type AppSettings, type AppVersion, type AppVersionSettings } from './app';
import { restartWithVariables } from './restart';
import { readPorts, readVolumes, type AppPort } from './portsAndVolumes';
import { requireVariableScope, type VariableToSet } from '../environmentVariable/variable';
import { Variables, requirePasswordValue } from '../environmentVariable/variables';
import type { Settings } from '../resource';
import { partlyMadeError } from '../changes';
import { objectsIn, type PreparedChange } from '../entities';
import { Volumes } from '../volume';

/** Ports and volumes are lists, or JSON text of lists. */
interface WrittenVersion extends Omit<AppVersionSettings, 'ports' | 'volumes'> {
  ports?: unknown;
  volumes?: unknown;
}

interface WrittenApp {
  projectId: unknown;
  /** Optional for an app from an image. The default is then the catalog's technology for images. */
  technologyId?: unknown;
  settings: Settings<AppSettings>;
  version: Settings<WrittenVersion>;
  variables: readonly VariableToSet[];
  /** True restarts the app after its variables are set, because its first execution lacks them. */
  restartsWithVariables: boolean;
}

type CreatedApp = App & { restarted: boolean };

/** Creates apps and versions from settings as users write them. */
export class WrittenApps extends Apps {
  constructor(private readonly platform: Platform) {
    super(platform.projects);
  }

  /**
   * Prepares to create an app with its environment variables. Never creates a second app if the response is lost. The platform
   * starts the app before the variables are set.
   */
  async prepareCreate(
    {
      projectId,
      technologyId: chosenTechnologyId,
      settings,
      version,
      variables,
      restartsWithVariables,
    }: WrittenApp,
    options?: CallOptions,
  ): Promise<PreparedChange<CreatedApp>> {
    const { endpoint, platform } = this;
    const id = readProjectId(projectId);
    const needsRestart = restartsWithVariables && variables.length > 0;
    if (variables.length > 0) await requireVariableScope(endpoint, 'APP', options);
    variables.forEach(requirePasswordValue);
    if (needsRestart) {
      await withSchema(
        endpoint,
        (schema) => requireRootField(schema, 'mutation', 'restartApp'),
        options,
      );
    }
    const { dockerImage, runtimeContextId } = version.values;
    const technologyId =
      chosenTechnologyId || !dockerImage
        ? readIdentifier(chosenTechnologyId, 'technology')
        : await findTechnologyForImages(platform, options);
    const values = await readVersion(endpoint, id, version.values, options);
    if (runtimeContextId && !values.ports) {
      values.ports = await readPortsOfContext(platform, technologyId, runtimeContextId, options);
    }
    const app = { projectId: id, technologyId, ...settings };
    const create = await this.prepareNew(app, { ...version, values }, options);
    return async () => {
      const createdApp = await create();
      const owner = { scope: 'APP', entityId: createdApp.id } as const;
      try {
        for (const variable of variables) {
          const set = await new Variables(endpoint).prepareSet(owner, variable, options);
          await set();
        }
      } catch (error) {
        throw partlyMadeError(
          `The app ${createdApp.id} was created, but not all of its variables were set`,
          'Set them with the resource "Environment Variable", then restart the app. Do not create it again.',
          error,
          { madeId: createdApp.id },
        );
      }
      const restartedApp = needsRestart
        ? await restartWithVariables(platform, createdApp.id, options)
        : {};
      return { ...createdApp, ...restartedApp, restarted: needsRestart };
    };
  }

  /** Like `prepareNewVersion`, but reads ports and volumes as users write them. */
  async prepareAddVersion(
    appId: unknown,
    { values: written, more }: Settings<WrittenVersion>,
    options?: CallOptions,
  ): Promise<PreparedChange<AppVersion>> {
    const id = this.readId(appId);
    const hasVolumes = written.volumes !== undefined;
    const project = hasVolumes ? (await this.get(id, options)).project : undefined;
    const values = await readVersion(this.endpoint, project?.id, written, options);
    return await this.prepareNewVersion(id, { values, more }, options);
  }
}

async function readVersion(
  endpoint: GraphqlEndpoint,
  projectId: string | undefined,
  written: WrittenVersion,
  options?: CallOptions,
): Promise<AppVersionSettings> {
  const { ports, volumes } = written;
  const needsProjectVolumes = volumes !== undefined && projectId !== undefined;
  const projectVolumes = needsProjectVolumes
    ? await new Volumes(endpoint).list(projectId, options)
    : [];
  return {
    ...without(written, 'ports', 'volumes'),
    ...(ports !== undefined && { ports: readPorts(ports) }),
    ...(volumes !== undefined && { volumes: readVolumes(volumes, projectVolumes) }),
  };
}

async function findTechnologyForImages(platform: Platform, options?: CallOptions): Promise<string> {
  const technologies = await new Technologies(await platform.catalog(options)).list(
    undefined,
    options,
  );
  const found = technologies.find(
    ({ customFlags, available }) =>
      available !== false && Array.isArray(customFlags) && customFlags.includes('GenericApp'),
  );
  if (typeof found?.id === 'string') return found.id;
  throw new PlatformError('The catalog has no technology that runs apps from any image', {
    hint: 'Choose the technology of the app in "Technology". Nothing was sent.',
    code: 'NOT_FOUND',
  });
}

async function readPortsOfContext(
  platform: Platform,
  technologyId: string,
  contextId: string,
  options?: CallOptions,
): Promise<AppPort[]> {
  const technology = await new Technologies(await platform.catalog(options)).get(
    technologyId,
    options,
    PORTS_OF_CONTEXTS,
  );
  const contexts = objectsIn<CatalogEntry>(technology.appContexts);
  const context = contexts.find(({ id }) => id === contextId);
  if (!context) {
    const contextIds = contexts.map(({ id }) => String(id)).join(', ');
    throw new PlatformError(`The technology has no context "${contextId}"`, {
      hint: `${contextIds ? `Its contexts are: ${contextIds}.` : 'It has no contexts.'} Nothing was sent.`,
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

const PORTS_OF_CONTEXTS = writtenFields(
  'id appContexts { id ports { port name rewriteUrl basePath scope } }',
);
