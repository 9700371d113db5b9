import { changeById } from '../operationById';
import { volumePicker } from './fields';

export const deleteOperation = changeById(volumePicker, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a volume and its data permanently',
  prepare: ({ volumes }) => volumes.prepareDelete,
});
