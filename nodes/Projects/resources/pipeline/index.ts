import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation';
import { run } from '../../runs/run';
import { runAndWait } from '../../runs/runAndWait';
import { PIPELINE } from '../../runs/runnable';
import { create } from './create';
import { deleteOperation } from './delete';
import { duplicate } from './duplicate';
import { get } from './get';
import { getAll } from './getAll';
import { rollback } from './rollback';
import { update } from './update';
import { upsert } from './upsert';

export const pipeline: Resource<PlatformClient> = {
  value: 'pipeline',
  name: 'Pipeline',
  operations: [
    runAndWait(PIPELINE),
    run(PIPELINE),
    getAll,
    get,
    create,
    upsert,
    update,
    duplicate,
    rollback,
    deleteOperation,
  ],
};
