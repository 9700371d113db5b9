import { projectFilterFor, volumeLocator } from '../../../shared/locators';
import { readById } from '../operationById';

export const get = readById({
  value: 'get',
  name: 'Get',
  action: 'Get volume',
  description: 'Read a volume and the app that uses it',
  filter: projectFilterFor('volumes'),
  locator: volumeLocator,
  read: (api) => api.getVolume,
});
