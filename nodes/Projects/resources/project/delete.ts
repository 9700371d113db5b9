import { changeById } from '../operationById';
import { projectPicker } from './fields';

export const deleteOperation = changeById(projectPicker, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a project and everything in it permanently',
  prepare: ({ projects }) => projects.prepareDelete,
});
