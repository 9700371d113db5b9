import { projectFilterFor, volumeLocator } from '../../../shared/locators';
import { changeById } from '../operationById';

export const deleteOperation = changeById({
  isRepeatable: true,
  value: 'delete',
  name: 'Delete',
  action: 'Delete volume',
  description: 'Delete a volume permanently, with what is on it',
  filter: projectFilterFor('volumes'),
  locator: volumeLocator,
  prepare: (api) => api.prepareDeleteVolume,
});
