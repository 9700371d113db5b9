import { readById } from '../operationById';
import { projectPicker } from './fields';

export const get = readById(projectPicker, {
  value: 'get',
  name: 'Get',
  description: 'Get a project',
  read: ({ projects }) => projects.get,
});
