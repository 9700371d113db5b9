import { changeById } from '../operationById';
import { aVolume } from './fields';

export const deleteOperation = changeById(aVolume, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a volume and its data permanently',
  prepare: ({ volumes }) => volumes.prepareDelete,
});
