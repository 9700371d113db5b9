import { bound } from '../bound';
import type { Platform } from '../connection/platform';
import { prepareRollbackApp, prepareUpdateApp } from './app/appChanges';
import { listAppHistory } from './app/appHistory';
import { readAppLog } from './app/appLogs';
import {
  getApp,
  listApps,
  listAppsOfAllProjects,
  prepareDeleteApp,
  prepareRestartApp,
  prepareRunApp,
  prepareStopApp,
} from './app/apps';
import {
  listDockerCredentials,
  prepareCreateDockerCredentials,
  prepareDeleteDockerCredentials,
  prepareUpdateDockerCredentials,
} from './dockerCredential';
import { prepareDeleteEnvironmentVariable } from './environmentVariable/delete';
import { listEnvironmentVariables } from './environmentVariable/list';
import { readVariablePlace } from './environmentVariable/place';
import { prepareSetEnvironmentVariable } from './environmentVariable/set';
import {
  getJob,
  listJobCategories,
  prepareAddJobVersion,
  prepareCreateJob,
  prepareDuplicateJob,
  prepareUpdateJob,
} from './job/jobDetails';
import { deleteJob, listJobs, listJobsOfAllProjects } from './job/jobs';
import { prepareDeleteJobVersions, prepareRollbackJob } from './job/jobVersions';
import { prepareDuplicatePipeline, prepareRollbackPipeline } from './pipeline/pipelineChanges';
import {
  getPipeline,
  listPipelines,
  listPipelinesOfAllProjects,
  prepareDeletePipeline,
} from './pipeline/pipelines';
import {
  getProject,
  listProjects,
  prepareCreateProject,
  prepareDeleteProject,
  prepareUpdateProject,
  projectNameOf,
} from './project';
import { prepareReplaceEnvironmentVariables } from './environmentVariable/replace';
import { prepareUpsertJob } from './job/upsertJob';
import {
  prepareChangePipeline,
  prepareCreatePipelineOf,
  prepareUpsertPipeline,
} from './pipeline/upsertPipeline';
import {
  getVolume,
  listVolumes,
  listVolumesOfAllProjects,
  prepareCreateVolume,
  prepareDeleteVolume,
  prepareDuplicateVolume,
  prepareUpdateVolume,
} from './volume';
import { readVariables } from './environmentVariable/text';
import { prepareAddAppVersionOf, prepareCreateAppOf } from './app/writtenApp';

/** Projects and what is in them. What is prepared is checked; nothing is changed before it is called. */
export function projectsClient(platform: Platform) {
  const endpoint = platform.projects;
  return {
    projects: bound(
      {
        list: listProjects,
        get: getProject,
        nameOf: projectNameOf,
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
          listHistory: listAppHistory,
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
