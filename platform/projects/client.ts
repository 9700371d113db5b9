import { bound } from '../bound';
import type { Platform } from '../platform';
import { prepareRollbackApp, prepareUpdateApp } from './appChanges';
import { listAppEvents } from './appHistory';
import { readAppLog } from './appLogs';
import {
  getApp,
  listApps,
  listAppsOfAllProjects,
  prepareDeleteApp,
  prepareRestartApp,
  prepareRunApp,
  prepareStopApp,
} from './apps';
import {
  listDockerCredentials,
  prepareCreateDockerCredentials,
  prepareDeleteDockerCredentials,
  prepareUpdateDockerCredentials,
} from './dockerCredentials';
import { prepareDeleteEnvironmentVariable } from './environmentVariables/delete';
import { listEnvironmentVariables } from './environmentVariables/list';
import { readVariablePlace } from './environmentVariables/place';
import { prepareSetEnvironmentVariable } from './environmentVariables/set';
import {
  getJob,
  listJobCategories,
  prepareAddJobVersion,
  prepareCreateJob,
  prepareDuplicateJob,
  prepareUpdateJob,
} from './jobDetails';
import { deleteJob, listJobs, listJobsOfAllProjects } from './jobs';
import { prepareDeleteJobVersions, prepareRollbackJob } from './jobVersions';
import { prepareDuplicatePipeline, prepareRollbackPipeline } from './pipelineChanges';
import {
  getPipeline,
  listPipelines,
  listPipelinesOfAllProjects,
  prepareDeletePipeline,
} from './pipelines';
import {
  getProject,
  listProjects,
  prepareCreateProject,
  prepareDeleteProject,
  prepareUpdateProject,
} from './projects';
import { prepareReplaceEnvironmentVariables } from './environmentVariables/replace';
import { prepareUpsertJob } from './upsertJob';
import {
  prepareChangePipeline,
  prepareCreatePipelineOf,
  prepareUpsertPipeline,
} from './upsertPipeline';
import {
  getVolume,
  listVolumes,
  listVolumesOfAllProjects,
  prepareCreateVolume,
  prepareDeleteVolume,
  prepareDuplicateVolume,
  prepareUpdateVolume,
} from './volumes';
import { readVariables } from './environmentVariables/text';
import { prepareAddAppVersionOf, prepareCreateAppOf } from './writtenApp';

/** Projects and what is in them. What is prepared is checked; nothing is changed before it is called. */
export function projectsClient(platform: Platform) {
  const endpoint = platform.projects;
  return {
    projects: bound(
      {
        list: listProjects,
        get: getProject,
        prepareCreate: prepareCreateProject,
        prepareUpdate: prepareUpdateProject,
        prepareDelete: prepareDeleteProject,
      },
      endpoint,
    ),
    jobs: {
      ...bound(
        {
          list: listJobs,
          listOfAllProjects: listJobsOfAllProjects,
          listCategories: listJobCategories,
          get: getJob,
          prepareCreate: prepareCreateJob,
          prepareAddVersion: prepareAddJobVersion,
          prepareUpdate: prepareUpdateJob,
          prepareDuplicate: prepareDuplicateJob,
          prepareRollback: prepareRollbackJob,
          prepareDeleteVersions: prepareDeleteJobVersions,
          delete: deleteJob,
        },
        endpoint,
      ),
      ...bound({ prepareUpsert: prepareUpsertJob }, platform),
    },
    pipelines: bound(
      {
        list: listPipelines,
        listOfAllProjects: listPipelinesOfAllProjects,
        get: getPipeline,
        prepareCreate: prepareCreatePipelineOf,
        prepareUpdate: prepareChangePipeline,
        prepareUpsert: prepareUpsertPipeline,
        prepareDuplicate: prepareDuplicatePipeline,
        prepareRollback: prepareRollbackPipeline,
        prepareDelete: prepareDeletePipeline,
      },
      endpoint,
    ),
    apps: {
      ...bound(
        {
          list: listApps,
          listOfAllProjects: listAppsOfAllProjects,
          get: getApp,
          readLog: readAppLog,
          listEvents: listAppEvents,
          prepareRun: prepareRunApp,
          prepareStop: prepareStopApp,
          prepareRestart: prepareRestartApp,
          prepareAddVersion: prepareAddAppVersionOf,
          prepareUpdate: prepareUpdateApp,
          prepareRollback: prepareRollbackApp,
          prepareDelete: prepareDeleteApp,
        },
        endpoint,
      ),
      ...bound({ prepareCreate: prepareCreateAppOf }, platform),
    },
    volumes: bound(
      {
        list: listVolumes,
        listOfAllProjects: listVolumesOfAllProjects,
        get: getVolume,
        prepareCreate: prepareCreateVolume,
        prepareUpdate: prepareUpdateVolume,
        prepareDuplicate: prepareDuplicateVolume,
        prepareDelete: prepareDeleteVolume,
      },
      endpoint,
    ),
    dockerCredentials: bound(
      {
        list: listDockerCredentials,
        prepareCreate: prepareCreateDockerCredentials,
        prepareUpdate: prepareUpdateDockerCredentials,
        prepareDelete: prepareDeleteDockerCredentials,
      },
      endpoint,
    ),
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
  };
}
