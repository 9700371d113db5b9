import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation';
import { deleteMany } from '../../runs/deleteMany';
import { get } from '../../runs/get';
import { getAll } from '../../runs/getAll';
import { pipelineSide } from '../../runs/side';
import { stop } from '../../runs/stop';
import { wait } from '../../runs/wait';

export const pipelineRun: Resource<PlatformClient> = {
  value: 'pipelineRun',
  name: 'Pipeline Run',
  operations: [
    getAll(pipelineSide),
    get(pipelineSide),
    stop(pipelineSide),
    wait(pipelineSide),
    deleteMany(pipelineSide),
  ],
};
