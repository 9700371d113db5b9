import { readById } from '../operationById';
import { volumePicker } from './fields';

export const get = readById(volumePicker, {
  value: 'get',
  name: 'Get',
  description: 'Get a volume and the app that uses it',
  read: ({ volumes }) => volumes.get,
});
