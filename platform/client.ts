import type { PlatformCredential } from './access';
import type { ThroughCluster, UploadTokenCredential } from './confFiles/access';
import type { KubernetesCredential } from './cluster/access';
import { Cluster } from './cluster/cluster';
import { readVendorDomain } from './cluster/gpuNodes';
import { checkNodes } from './cluster/nodeCheck';
import { readPrintedObjects } from './cluster/objects';
import { testConnection as testCluster } from './cluster/testConnection';
import { readUploadToken } from './cluster/uploadToken';
import { fingerprintFiles } from './confFiles/fingerprints';
import { isDoubtfulPage, RewrittenPageError } from './confFiles/htmlResponse';
import {
  defaultBaseFolder,
  pathBelow,
  readBaseFolder,
  readSourceFolder,
} from './confFiles/baseFolder';
import { isNotFoundByService } from './confFiles/refusals';
import { ConfFileService } from './confFiles/service';
import { syncFolder } from './confFiles/sync';
import { testConnection as testConfFiles } from './confFiles/testConnection';
import { listFolder, listRecursively } from './confFiles/walk';
import { listWatchedFiles } from './confFiles/watchedFolder';
import { Platform } from './connection/platform';
import { diagnoseRun } from './diagnosis/diagnose';
import { prepareChosenRootField } from './graphql/call/callRootField';
import { describeArguments } from './graphql/call/describe';
import { schemaText } from './graphql/schema/introspection';
import { findRootField, listRootFields, rootFieldValue } from './graphql/schema/rootFields';
import { wholeSchema } from './graphql/schema/schemaStore';
import type { CallOptions, GraphqlEndpoint } from './graphql/send/endpoint';
import { sendUserQuery, validateUserQuery } from './graphql/call/userQuery';
import { deployProject } from './projectFiles/deploy/deploy';
import { exportProject, zipOf, zipOfFiles } from './projectFiles/exportProject';
import { readFiles } from './projectFiles/files/readFiles';
import { describePlan } from './projectFiles/output/describePlan';
import { validateFiles } from './projectFiles/validate';
import { openZip } from './projectFiles/zip/readZip';
import { appItem } from './report/apps';
import { reportAsPage, runAsTimeline, getReport, totalsItem } from './report/getReport';
import { reportText, unreadableSchedulesText } from './report/words';
import { entryItem } from './report/entry';
import { readPeriod, readSince } from './report/period';
import { listRunsOfProjects } from './report/runsOfProjects';
import { WrittenApps } from './resources/app/create';
import { AppHistory } from './resources/app/history';
import { AppLogs } from './resources/app/logs';
import { AppStarts } from './resources/app/start';
import { Repositories } from './resources/catalog/repositories';
import { withTechnologyLabels } from './resources/catalog/technologyLabels';
import { Technologies } from './resources/catalog/technologies';
import { DockerCredentials } from './resources/dockerCredential';
import { ReplaceableVariables } from './resources/environmentVariable/replace';
import { UpsertableJobs } from './resources/job/upsert';
import { findIdByAlias, findIdByName } from './resources/namedEntity';
import { WrittenPipelines } from './resources/pipeline/upsert';
import { PlatformTotals } from './resources/platform';
import { listProjects } from './resources/project';
import { ProjectsWithTechnologies } from './resources/allowedTechnologies';
import { DirectCalls } from './resources/directCalls';
import { Volumes } from './resources/volume';
import { readQuietDates, readQuietRule } from './schedules/readQuietDates';
import { prepareDeleteRuns } from './runs/change/deleteRuns';
import { stopRun } from './runs/change/stopRun';
import { JOB_RUNS, PIPELINE_RUNS, type RunKind } from './runs/kinds';
import { readFailureLog } from './runs/logs/failureLog';
import { readLog } from './runs/logs/logs';
import { getRun, requireRunQuery } from './runs/read/readRuns';
import { hasNotRunSince, lastRunIn, lastRuns } from './runs/read/lastRuns';
import { listRuns, MAX_RUNS } from './runs/read/listRuns';
import { parentNames } from './runs/read/parentNames';
import { readRunVariables } from './runs/read/variables';
import { jobStartsOf, readRunsBeforeStart, RunStart } from './runs/start/runStart';
import { RunFailedError, RunTimeoutError } from './runs/wait/failure';
import { RunWaiter } from './runs/wait/runWaiter';
import { cachedList } from './time/cache';
import { latestAppEvent, pollAppEvents, readAppsOfEvents } from './watch/apps/pollAppEvents';
import { readParentDetails, readWholeRuns } from './watch/runs/eventDetails';
import { exampleDeadlineEvent, latestRunEvent, pollRunEvents } from './watch/runs/pollRunEvents';

/** What can be done on a platform, by what it is done with. Sends nothing; see `Platform.connect`. */
export function connectPlatform(credential: PlatformCredential) {
  const platform = Platform.connect(credential);
  const { projects: endpoint, pages } = platform;
  return {
    platform: new PlatformTotals(endpoint),
    directCalls: new DirectCalls(platform),
    projects: new ProjectsWithTechnologies(platform),
    volumes: new Volumes(endpoint),
    dockerCredentials: new DockerCredentials(endpoint),
    jobs: new UpsertableJobs(platform),
    pipelines: new WrittenPipelines(endpoint),
    apps: new WrittenApps(platform),
    appStarts: new AppStarts(platform),
    appHistory: new AppHistory(endpoint),
    appLogs: new AppLogs(platform),
    variables: new ReplaceableVariables(endpoint),
    jobRuns: runs(endpoint, JOB_RUNS),
    pipelineRuns: runs(endpoint, PIPELINE_RUNS),
    watch: {
      pollRunEvents: pollRunEvents.bind(null, endpoint),
      latestRunEvent: latestRunEvent.bind(null, endpoint),
      readWholeRuns: readWholeRuns.bind(null, endpoint),
      readParentDetails: readParentDetails.bind(null, endpoint),
      exampleDeadlineEvent: exampleDeadlineEvent.bind(null, endpoint),
      readQuietRule,
      pollAppEvents: pollAppEvents.bind(null, endpoint),
      latestAppEvent: latestAppEvent.bind(null, endpoint),
      readAppsOfEvents: readAppsOfEvents.bind(null, endpoint),
    },
    diagnoseRun: diagnoseRun.bind(null, endpoint, pages),
    projectFiles: {
      ...projectFilesAlone,
      export: exportProject.bind(null, platform),
      zipOf: zipOf.bind(null, platform),
      plan: describePlan.bind(null, platform),
      deploy: deployProject.bind(null, platform),
      readPackage: platform.readPackage.bind(platform),
    },
    report: {
      get: getReport.bind(null, endpoint),
      listRuns: listRunsOfProjects.bind(null, endpoint),
      readPeriod,
      readSince,
      readQuietDates,
      entryItem: entryItem.bind(null, pages),
      appItem: appItem.bind(null, pages),
      totalsItem,
      text: reportText,
      unreadableSchedulesText,
      page: reportAsPage.bind(null, pages),
      timeline: runAsTimeline,
    },
    graphql: graphql(endpoint),
    /** The catalog of technologies. Its address is looked for when it is first used. */
    catalog: async (options?: CallOptions) => {
      const catalog = await platform.catalog(options);
      return {
        technologies: new Technologies(catalog),
        repositories: new Repositories(catalog),
        graphql: graphql(catalog),
      };
    },
    settings: platform.settings,
    pages,
    withTechnologyLabels: withTechnologyLabels.bind(null, platform),
    findIdByName,
    findIdByAlias: findIdByAlias.bind(null, endpoint),
    /** See `cachedList`. @param name what is listed, and of what */
    cachedList: async <List>(name: string, read: () => Promise<List>) =>
      await cachedList(`${endpoint.key} ${name}`, read),
    /** What the button "Test" of the credential does: a session that has ended unnoticed is none to test with. */
    testConnection: async () => {
      platform.session.renew();
      await listProjects(endpoint);
    },
    successorOfToken: platform.successorOfToken.bind(platform),
  };
}

export type PlatformClient = ReturnType<typeof connectPlatform>;

/** The runs of jobs, or those of pipelines. */
export function runs(endpoint: GraphqlEndpoint, kind: RunKind) {
  return {
    list: listRuns.bind(null, endpoint, kind),
    get: getRun.bind(null, endpoint, kind),
    lastRuns: lastRuns.bind(null, endpoint, kind),
    requireQuery: requireRunQuery.bind(null, endpoint, kind),
    readBeforeStart: readRunsBeforeStart.bind(null, endpoint, kind),
    parentNames: parentNames.bind(null, endpoint, kind),
    mostListed: MAX_RUNS,
    hasNotRunSince,
    lastRunIn,
    readLog: readLog.bind(null, endpoint),
    readFailureLog: readFailureLog.bind(null, endpoint, kind),
    readVariables: readRunVariables.bind(null, endpoint, kind),
    jobStartsOf: jobStartsOf.bind(null, endpoint, kind),
    newStart: (parentId: string) => new RunStart(endpoint, kind, parentId),
    newWaiter: (options: ConstructorParameters<typeof RunWaiter>[2]) =>
      new RunWaiter(endpoint, kind, options),
    failed: (...given: AfterKind<typeof RunFailedError>) => new RunFailedError(kind, ...given),
    timedOut: (...given: AfterKind<typeof RunTimeoutError>) => new RunTimeoutError(kind, ...given),
    stop: stopRun.bind(null, endpoint, kind),
    prepareDelete: prepareDeleteRuns.bind(null, endpoint, kind),
  };
}

export type Runs = ReturnType<typeof runs>;

type AfterKind<Failure extends new (kind: RunKind, ...given: never[]) => Error> =
  ConstructorParameters<Failure> extends [RunKind, ...infer Rest] ? Rest : never;

/** What is done with the files of a project where no platform is asked. */
export const projectFilesAlone = {
  openZip,
  read: readFiles,
  validate: validateFiles,
  zipOfFiles,
};

/** Any query and mutation of a module, the undocumented ones too. */
function graphql(endpoint: GraphqlEndpoint) {
  return {
    wholeSchema: wholeSchema.bind(null, endpoint),
    prepareChosenRootField: prepareChosenRootField.bind(null, endpoint),
    validateUserQuery: validateUserQuery.bind(null, endpoint),
    sendUserQuery: sendUserQuery.bind(null, endpoint),
    explorerUrl: endpoint.explorerUrl,
    schemaText,
    listRootFields,
    findRootField,
    rootFieldValue,
    describeArguments,
  };
}

export type GraphqlModule = ReturnType<typeof graphql>;

/** What can be done with configuration files. Sends nothing; see `ConfFileService.connect`. */
export function connectConfFiles(credential: UploadTokenCredential, cluster?: ThroughCluster) {
  const service = ConfFileService.connect(credential, cluster);
  return {
    service,
    listFolder: listFolder.bind(null, service),
    listRecursively: listRecursively.bind(null, service),
    listWatchedFiles: listWatchedFiles.bind(null, service),
    fingerprintFiles: fingerprintFiles.bind(null, service),
    syncFolder: syncFolder.bind(null, service),
    testConnection: testConfFiles.bind(null, service),
    isNotFoundByService,
    isRewrittenPage: (error: unknown): error is RewrittenPageError =>
      error instanceof RewrittenPageError,
    isDoubtfulPage,
    baseFolder: { defaultBaseFolder, pathBelow, readBaseFolder, readSourceFolder },
  };
}

export type ConfFilesClient = ReturnType<typeof connectConfFiles>;

/** What can be asked of a cluster. Sends nothing; see `Cluster.connect`. */
export function connectCluster(credential: KubernetesCredential) {
  const cluster = Cluster.connect(credential);
  return {
    cluster,
    readUploadToken: readUploadToken.bind(null, cluster),
    testConnection: testCluster.bind(null, cluster),
  };
}

export type ClusterClient = ReturnType<typeof connectCluster>;

/** Checks whether nodes are set up as the platform needs them; needs no platform and no cluster. */
export const nodeCheck = { checkNodes, readVendorDomain, readPrintedObjects };
