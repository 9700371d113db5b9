import { changeById } from '../operationById';
import { aVolume } from './fields';

export const deleteOperation = changeById(aVolume, {
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  description: 'Delete a volume permanently, with what is on it',
  prepare: ({ volumes }) => volumes.prepareDelete,
});
