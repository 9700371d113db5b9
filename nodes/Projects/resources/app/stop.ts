import { changeById } from '../operationById';
import { anApp } from './fields';

export const stop = changeById(anApp, {
  isRepeatable: true,
  value: 'stop',
  name: 'Stop',
  description: 'Stop an app',
  prepare: ({ apps }) => apps.prepareStop,
});
