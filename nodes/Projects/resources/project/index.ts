import type { PlatformClient } from '../../../../platform/client';
import type { Resource } from '../../../shared/operation/operation';
import { create } from './create';
import { deleteOperation } from './delete';
import { deploy } from './deploy';
import { exportOperation } from './export';
import { get } from './get';
import { getAll } from './getAll';
import { getReport } from './getReport';
import { plan } from './plan';
import { update } from './update';
import { validate } from './validate';

export const project: Resource<PlatformClient> = {
  value: 'project',
  name: 'Project',
  operations: [
    getAll,
    get,
    getReport,
    create,
    update,
    exportOperation,
    validate,
    plan,
    deploy,
    deleteOperation,
  ],
};
