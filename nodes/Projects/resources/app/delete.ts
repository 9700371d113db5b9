import { changeById } from '../operationById';
import { anApp } from './fields';

export const deleteOperation = changeById(anApp, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete an app permanently',
  prepare: ({ apps }) => apps.prepareDelete,
});
