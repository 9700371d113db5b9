import { changeById } from '../operationById';
import { aProject } from './fields';

export const deleteOperation = changeById(aProject, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a project permanently, with everything in it',
  prepare: ({ projects }) => projects.prepareDelete,
});
