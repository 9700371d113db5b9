import { readById } from '../operationById';
import { anApp } from './fields';

export const get = readById(anApp, {
  value: 'get',
  name: 'Get',
  description: 'Get an app with its current version and status',
  read: ({ apps }) => apps.get,
});
