import { changeById } from '../operationById';
import { appPicker } from './fields';

export const deleteOperation = changeById(appPicker, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete an app permanently',
  prepare: ({ apps }) => apps.prepareDelete,
});
