import { appOperations } from './app';
import { fileOperations, folderOperations } from './confFiles';
import type { Calls, KnownOperation, Operations, Try } from './entry';
import { environmentVariableOperations } from './environmentVariable';
import { catalogGraphqlOperations, graphqlOperations } from './graphql';
import { jobOperations } from './job';
import { pipelineOperations } from './pipeline';
import { platformOperations, projectOperations, reportOperations } from './project';
import { projectFileOperations } from './project.files';
import { repositoryOperations } from './repository';
import { jobRunOperations, pipelineRunOperations } from './runs';
import {
  clusterNodeOperations,
  dataLakeUrlOperations,
  gpuOperations,
  uploadTokenOperations,
} from './settings';
import { dockerCredentialOperations, volumeOperations } from './storage';
import { contextOperations, technologyOperations } from './technology';

/** By the folder of their node and by resource, in the order of the pages. */
const TABLES: Record<string, Record<string, Operations>> = {
  Projects: {
    project: { ...projectOperations, ...projectFileOperations, ...reportOperations },
    job: jobOperations,
    jobRun: jobRunOperations,
    pipeline: pipelineOperations,
    pipelineRun: pipelineRunOperations,
    app: appOperations,
    environmentVariable: environmentVariableOperations,
    volume: volumeOperations,
    dockerCredential: dockerCredentialOperations,
    platform: platformOperations,
    graphql: graphqlOperations,
  },
  Catalog: {
    repository: repositoryOperations,
    technology: technologyOperations,
    context: contextOperations,
    graphql: catalogGraphqlOperations,
  },
  Settings: {
    gpu: gpuOperations,
    dataLakeUrl: dataLakeUrlOperations,
    clusterNode: clusterNodeOperations,
    uploadToken: uploadTokenOperations,
  },
  ConfFiles: { file: fileOperations, folder: folderOperations },
};

export const KNOWN_OPERATIONS: readonly KnownOperation[] = Object.entries(TABLES).flatMap(
  ([node, resources]) =>
    Object.entries(resources).flatMap(([resource, operations]) =>
      Object.entries(operations).map(([operation, { tried, chaos, ...known }]) => ({
        name: `${node} ${resource}.${operation}`,
        node,
        resource,
        operation,
        tries: callsOf(tried),
        chaos: chaos && callsOf(chaos),
        ...known,
      })),
    ),
);

function callsOf(calls: Calls): Try[] {
  return [calls].flat().map((one) => ('parameters' in one ? (one as Try) : { parameters: one }));
}
