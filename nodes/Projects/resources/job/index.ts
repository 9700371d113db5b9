import type { ProjectsResource } from '../types';
import { addVersion } from './addVersion';
import { create } from './create';
import { deleteOperation } from './delete';
import { duplicate } from './duplicate';
import { get } from './get';
import { getAll } from './getAll';
import { run } from './run';
import { update } from './update';

export const job: ProjectsResource = {
  value: 'job',
  name: 'Job',
  operations: [run, getAll, get, create, addVersion, update, duplicate, deleteOperation],
};
