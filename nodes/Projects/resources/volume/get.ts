import { readById } from '../operationById';
import { aVolume } from './fields';

export const get = readById(aVolume, {
  value: 'get',
  name: 'Get',
  description: 'Get a volume and the app that uses it',
  read: ({ volumes }) => volumes.get,
});
