import { readById } from '../operationById';
import { aProject } from './fields';

export const get = readById(aProject, {
  value: 'get',
  name: 'Get',
  description: 'Read a project',
  read: ({ projects }) => projects.get,
});
