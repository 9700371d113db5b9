import { readById } from '../operationById';
import { appPicker } from './fields';

export const get = readById(appPicker, {
  value: 'get',
  name: 'Get',
  description: 'Get an app with its current version and status',
  read: ({ apps }) => apps.get,
});
