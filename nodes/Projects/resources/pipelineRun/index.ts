import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { deleteMany } from './deleteMany';
import { get } from './get';
import { getAll } from './getAll';
import { stop } from './stop';
import { wait } from './wait';

export const pipelineRun: Resource<PlatformClient> = {
  value: 'pipelineRun',
  name: 'Pipeline Run',
  operations: [getAll, get, stop, wait, deleteMany],
};
