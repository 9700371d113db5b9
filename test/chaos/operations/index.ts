import { confFileOperations } from './confFiles';
import { catalogOperations, graphqlOperations, settingsOperations } from './graphql';
import type { ChaosOperation } from './operation';
import { runOperations } from './runs';
import { entityOperations } from './entities';
import { variableOperations } from './variables';

export const OPERATIONS: readonly ChaosOperation[] = [
  ...runOperations,
  ...entityOperations,
  ...variableOperations,
  ...graphqlOperations,
  ...catalogOperations,
  ...confFileOperations,
  ...settingsOperations,
];
