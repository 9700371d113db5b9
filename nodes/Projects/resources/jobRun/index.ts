import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { deleteMany } from './deleteMany';
import { get } from './get';
import { getAll } from './getAll';
import { getLogs } from './getLogs';
import { stop } from './stop';
import { wait } from './wait';

export const jobRun: Resource<PlatformClient> = {
  value: 'jobRun',
  name: 'Job Run',
  operations: [getAll, get, getLogs, stop, wait, deleteMany],
};
