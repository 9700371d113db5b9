import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { addVersion } from './addVersion';
import { create } from './create';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { getHistory } from './getHistory';
import { getLogs } from './getLogs';
import { restart } from './restart';
import { rollback } from './rollback';
import { run } from './run';
import { stop } from './stop';
import { update } from './update';

export const app: Resource<PlatformClient> = {
  value: 'app',
  name: 'App',
  operations: [
    run,
    stop,
    restart,
    get,
    getAll,
    getLogs,
    getHistory,
    create,
    addVersion,
    update,
    rollback,
    deleteOperation,
  ],
};
