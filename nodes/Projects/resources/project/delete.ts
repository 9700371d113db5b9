import { changeById } from '../operationById';
import { aProject } from './fields';

export const deleteOperation = changeById(aProject, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a project and everything in it permanently',
  prepare: ({ projects }) => projects.prepareDelete,
});
