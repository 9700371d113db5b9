import type { PlatformCredential } from './access';
import { bound } from './bound';
import { Platform } from './connection/platform';
import { diagnoseRun } from './diagnosis/diagnose';
import { graphqlClient } from './graphql/client';
import type { CallOptions, GraphqlEndpoint } from './graphql/send/endpoint';
import { projectFilesClient } from './projectFiles/client';
import { reportClient } from './report/client';
import { apps } from './resources/app/app';
import { prepareAddAppVersionOf, prepareCreateAppOf } from './resources/app/create';
import { listAppHistory } from './resources/app/history';
import { readAppLog } from './resources/app/logs';
import { repositories } from './resources/catalog/repositories';
import { withTechnologyLabels } from './resources/catalog/technologyLabels';
import { getTechnology, listContexts, listTechnologies } from './resources/catalog/technologies';
import { dockerCredentials } from './resources/dockerCredential';
import {
  listEnvironmentVariables,
  prepareDeleteEnvironmentVariable,
} from './resources/environmentVariable/list';
import { prepareReplaceEnvironmentVariables } from './resources/environmentVariable/replace';
import { prepareSetEnvironmentVariable } from './resources/environmentVariable/set';
import { readVariables } from './resources/environmentVariable/text';
import { readVariablePlace } from './resources/environmentVariable/variable';
import { jobs } from './resources/job/job';
import { listJobs, listJobsOfAllProjects, prepareDeleteJob } from './resources/job/list';
import { prepareUpsertJob } from './resources/job/upsert';
import { prepareDeleteJobVersions } from './resources/job/versions';
import { findIdByName } from './resources/namedEntity';
import { pipelines } from './resources/pipeline/pipeline';
import {
  prepareChangePipeline,
  prepareCreatePipelineOf,
  prepareUpsertPipeline,
} from './resources/pipeline/upsert';
import { listProjects, projects } from './resources/project';
import { volumes } from './resources/volume';
import { readAbsenceDetails } from './runEvents/absence/details';
import { latestAbsenceEvent } from './runEvents/latestAbsenceEvent';
import { latestRunEvent, pollRunEvents } from './runEvents/poll';
import { withWholeRuns } from './runEvents/wholeRuns';
import { runsClient } from './runs/client';
import { JOB_RUNS, PIPELINE_RUNS } from './runs/kinds';
import { cachedList } from './time/cachedList';

/** What can be done on a platform, by what it is done with. Sends nothing; see `Platform.connect`. */
export function connectPlatform(credential: PlatformCredential) {
  const platform = Platform.connect(credential);
  const endpoint = platform.projects;
  return {
    projects: bound(projects, endpoint),
    volumes: bound(volumes, endpoint),
    dockerCredentials: bound(dockerCredentials, endpoint),
    jobs: {
      ...bound(
        {
          ...jobs,
          list: listJobs,
          listOfAllProjects: listJobsOfAllProjects,
          prepareDeleteVersions: prepareDeleteJobVersions,
          prepareDelete: prepareDeleteJob,
        },
        endpoint,
      ),
      ...bound({ prepareUpsert: prepareUpsertJob }, platform),
    },
    pipelines: bound(
      {
        ...pipelines,
        prepareCreate: prepareCreatePipelineOf,
        prepareChange: prepareChangePipeline,
        prepareUpsert: prepareUpsertPipeline,
      },
      endpoint,
    ),
    apps: {
      ...bound(
        {
          ...apps,
          readLog: readAppLog,
          listHistory: listAppHistory,
          prepareAddVersion: prepareAddAppVersionOf,
        },
        endpoint,
      ),
      ...bound({ prepareCreate: prepareCreateAppOf }, platform),
    },
    variables: {
      read: readVariables,
      readPlace: readVariablePlace,
      ...bound(
        {
          list: listEnvironmentVariables,
          prepareSet: prepareSetEnvironmentVariable,
          prepareDelete: prepareDeleteEnvironmentVariable,
          prepareReplaceAll: prepareReplaceEnvironmentVariables,
        },
        endpoint,
      ),
    },
    jobRuns: runsClient(endpoint, JOB_RUNS),
    pipelineRuns: runsClient(endpoint, PIPELINE_RUNS),
    runEvents: bound(
      {
        poll: pollRunEvents,
        latest: latestRunEvent,
        withWholeRuns,
        readAbsenceDetails,
        latestAbsenceEvent,
      },
      endpoint,
    ),
    ...bound({ diagnoseRun }, endpoint, platform.pages),
    projectFiles: projectFilesClient(platform),
    report: reportClient(endpoint, platform.pages),
    graphql: graphqlClient(endpoint),
    /** The catalog's address is looked for when it is first used. */
    catalog: async (options?: CallOptions) => catalogClient(await platform.catalog(options)),
    settings: platform.settingsApi,
    pages: platform.pages,
    ...bound({ withTechnologyLabels }, platform),
    findIdByName,
    /** See `cachedList`. @param name what is listed, and of what */
    cachedList: async <List>(name: string, read: () => Promise<List>) =>
      await cachedList(`${endpoint.key} ${name}`, read),
    /** What the button "Test" of the credential does: a session that has ended unnoticed is none to test with. */
    testConnection: async () => {
      platform.session.renew();
      await listProjects(endpoint);
    },
    successorOfToken: async (held: string) => await platform.successorOfToken(held),
  };
}

/** The catalog of technologies. */
function catalogClient(endpoint: GraphqlEndpoint) {
  return {
    technologies: bound({ list: listTechnologies, get: getTechnology }, endpoint),
    contexts: bound({ list: listContexts }, endpoint),
    repositories: bound(repositories, endpoint),
    graphql: graphqlClient(endpoint),
  };
}

export type PlatformClient = ReturnType<typeof connectPlatform>;
