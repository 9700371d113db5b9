import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { duplicate } from './duplicate';
import { get } from './get';
import { getAll } from './getAll';
import { rollback } from './rollback';
import { run } from './run';
import { runAndWait } from './runAndWait';
import { update } from './update';
import { upsert } from './upsert';

export const pipeline: Resource<PlatformClient> = {
  value: 'pipeline',
  name: 'Pipeline',
  operations: [
    runAndWait,
    run,
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
