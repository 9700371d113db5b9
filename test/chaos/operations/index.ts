import { appOperations } from './apps';
import { repositoryOperations } from './catalog';
import { clusterOperations } from './cluster';
import { confFileOperations } from './confFiles';
import { entityOperations } from './entities';
import { catalogOperations, graphqlOperations, settingsOperations } from './graphql';
import { jobOperations } from './jobs';
import type { ChaosOperation } from './operation';
import { pipelineOperations } from './pipelines';
import { projectFileOperations } from './projectFiles';
import { reportOperations } from './reports';
import { runOperations } from './runs';
import { variableOperations } from './variables';
import { dockerCredentialOperations, volumeOperations } from './volumes';

/** The models of all operations; several for one where its options make it another. */
export const OPERATIONS: readonly ChaosOperation[] = [
  ...runOperations,
  ...entityOperations,
  ...jobOperations,
  ...pipelineOperations,
  ...appOperations,
  ...volumeOperations,
  ...dockerCredentialOperations,
  ...variableOperations,
  ...projectFileOperations,
  ...reportOperations,
  ...graphqlOperations,
  ...catalogOperations,
  ...repositoryOperations,
  ...confFileOperations,
  ...settingsOperations,
  ...clusterOperations,
];
