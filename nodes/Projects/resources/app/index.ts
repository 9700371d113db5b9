import type { ProjectsResource } from '../types';
import { deleteOperation } from './delete';
import { get } from './get';
import { getAll } from './getAll';
import { restart } from './restart';
import { run } from './run';
import { stop } from './stop';

export const app: ProjectsResource = {
  value: 'app',
  name: 'App',
  operations: [run, stop, restart, get, getAll, deleteOperation],
};
