import { changeById } from '../operationById';
import { appPicker } from './fields';

export const stop = changeById(appPicker, {
  isRepeatable: true,
  value: 'stop',
  name: 'Stop',
  description: 'Stop an app',
  prepare: ({ apps }) => apps.prepareStop,
});
