import type { PlatformCredential } from './session/access';
import type { KubernetesCredential } from './cluster/access';
import { Cluster, type ClusterCall } from './cluster/cluster';
import { readVendorDomain } from './cluster/gpuNodes';
import { checkNodes } from './cluster/nodeCheck';
import { readPrintedObjects } from './cluster/objects';
import { readUploadToken } from './cluster/uploadToken';
import type { ClusterCredentials, UploadTokenCredential } from './confFiles/access';
import { ConfFileService } from './confFiles/service';
import { Platform } from './connection/platform';
import { diagnoseRun } from './diagnosis/diagnose';
import type { CallOptions } from './graphql/send/endpoint';
import { WrittenApps } from './resources/app/writtenApps';
import { AppHistory } from './resources/app/history';
import { AppLogs } from './resources/app/logs';
import { AppStarts } from './resources/app/start';
import { Repositories } from './resources/catalog/repositories';
import { Technologies } from './resources/catalog/technologies';
import { withTechnologyLabels } from './resources/catalog/technologyLabels';
import { DirectCalls } from './resources/directCalls';
import { DockerCredentials } from './resources/dockerCredential';
import { Variables } from './resources/environmentVariable/variables';
import { UpsertableJobs } from './resources/job/upsertableJobs';
import { findIdByAlias, findIdByName, type KindFoundByAlias } from './resources/namedEntity';
import { Pipelines } from './resources/pipeline/pipeline';
import { PlatformTotals } from './resources/platformTotals';
import { listProjects, Projects } from './resources/project';
import { Volumes } from './resources/volume';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from './runs/kinds';
import { Runs } from './runs/runs';
import { formatCount } from './common/text/amounts';
import { toText } from './common/text/values';
import { readCachedList } from './common/time/cache';

/** Connects to a platform without sending anything; see `Platform.connect`. */
export function connectPlatform(credential: PlatformCredential) {
  const platform = Platform.connect(credential);
  const { projects: endpoint, pages } = platform;
  const jobs = new UpsertableJobs(platform);
  const pipelines = new Pipelines(endpoint);
  const listAliases = async (kind: KindFoundByAlias, projectId: string, options?: CallOptions) => {
    const entities: Array<{ id: string; alias?: unknown }> =
      kind === 'job'
        ? await jobs.list(projectId, options, ['alias'])
        : await pipelines.list(projectId, options);
    return entities.flatMap(({ alias }) => toText(alias) ?? []);
  };
  return {
    /** For the functions of `platform/projectFiles`, which take a `Platform`. */
    connection: platform,
    platform: new PlatformTotals(endpoint),
    directCalls: new DirectCalls(platform),
    projects: new Projects(endpoint),
    volumes: new Volumes(endpoint),
    dockerCredentials: new DockerCredentials(endpoint),
    jobs,
    pipelines,
    apps: new WrittenApps(platform),
    appStarts: new AppStarts(platform),
    appHistory: new AppHistory(endpoint),
    appLogs: new AppLogs(platform),
    variables: new Variables(endpoint),
    jobRuns: new Runs(endpoint, JOB_RUNS),
    pipelineRuns: new Runs(endpoint, PIPELINE_RUNS),
    settings: platform.settings,
    pages,
    /** The Projects module. */
    endpoint,
    catalog: async (options?: CallOptions) => {
      const catalog = await platform.catalog(options);
      return {
        technologies: new Technologies(catalog),
        repositories: new Repositories(catalog),
        endpoint: catalog,
      };
    },
    diagnoseRun: async (kind: RunKind, runId: string, timezone: string, options?: CallOptions) =>
      await diagnoseRun({ endpoint, pages, timezone }, kind, runId, options),
    withTechnologyLabels: async <Entity extends object>(
      entities: readonly Entity[],
      options?: Pick<CallOptions, 'signal'>,
    ) => await withTechnologyLabels(platform, entities, options),
    findIdByName,
    listAliases,
    /** @param readAliases see the function `findIdByAlias`; by default, reads the aliases each time */
    findIdByAlias: async (
      kind: KindFoundByAlias,
      projectId: unknown,
      alias: string,
      options?: CallOptions,
      readAliases = async () => await listAliases(kind, String(projectId), options),
    ) => await findIdByAlias(endpoint, kind, projectId, alias, readAliases, options),
    /** See `readCachedList`. @param name identifies the list on this platform */
    readCachedList: async <List>(name: string, read: () => Promise<List>) =>
      await readCachedList(`${endpoint.key} ${name}`, read),
    /** Logs in again, because an open session does not show whether the login still works. */
    testConnection: async () => {
      platform.session.forgetToken();
      const { length } = await listProjects(endpoint);
      return `Connection successful: the login sees ${formatCount(length, 'project')} on platform ${platform.id}`;
    },
    replaceHeldToken: async (heldToken: string) => await platform.replaceHeldToken(heldToken),
  };
}

export type PlatformClient = ReturnType<typeof connectPlatform>;

/** Connects to the configuration file service without sending anything; see `ConfFileService.connect`. */
export function connectConfFiles(credential: UploadTokenCredential, cluster?: ClusterCredentials) {
  return ConfFileService.connect(credential, cluster);
}

/** Connects to a cluster without sending anything; see `Cluster.connect`. */
export function connectCluster(credential: KubernetesCredential) {
  const cluster = Cluster.connect(credential);
  return {
    cluster,
    readUploadToken: async (call?: ClusterCall) => await readUploadToken(cluster, call),
    testConnection: async () => await cluster.testConnection(),
  };
}

export type ClusterClient = ReturnType<typeof connectCluster>;

/** Checks Kubernetes nodes without access to a platform or a cluster. */
export const nodeCheck = { checkNodes, readVendorDomain, readPrintedObjects };
