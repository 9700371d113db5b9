import { changeById } from '../operationById';
import { appPicker } from './fields';

export const restart = changeById(appPicker, {
  isRepeatable: false,
  value: 'restart',
  name: 'Restart',
  description: 'Stop an app and start it again',
  prepare: ({ apps }) => apps.prepareRestart,
});
