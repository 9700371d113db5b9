import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { addVersion } from './addVersion';
import { create } from './create';
import { deleteOperation } from './delete';
import { deleteVersions } from './deleteVersions';
import { duplicate } from './duplicate';
import { get } from './get';
import { getAll } from './getAll';
import { rollback } from './rollback';
import { run } from './run';
import { runAndWait } from './runAndWait';
import { update } from './update';
import { upsert } from './upsert';

export const job: Resource<PlatformClient> = {
  value: 'job',
  name: 'Job',
  operations: [
    runAndWait,
    run,
    getAll,
    get,
    create,
    upsert,
    addVersion,
    update,
    duplicate,
    rollback,
    deleteVersions,
    deleteOperation,
  ],
};
