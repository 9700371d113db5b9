import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation';
import { deleteMany } from '../../runs/deleteMany';
import { get } from '../../runs/get';
import { getAll } from '../../runs/getAll';
import { PIPELINE } from '../../runs/runnable';
import { stop } from '../../runs/stop';
import { wait } from '../../runs/wait';

export const pipelineRun: Resource<PlatformClient> = {
  value: 'pipelineRun',
  name: 'Pipeline Run',
  operations: [
    getAll(PIPELINE),
    get(PIPELINE),
    stop(PIPELINE),
    wait(PIPELINE),
    deleteMany(PIPELINE),
  ],
};
