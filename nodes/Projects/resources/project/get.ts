import { readById } from '../operationById';
import { aProject } from './fields';

export const get = readById(aProject, {
  value: 'get',
  name: 'Get',
  description: 'Get a project',
  read: ({ projects }) => projects.get,
});
