import { changeById } from '../operationById';
import { anApp } from './fields';

export const restart = changeById(anApp, {
  isRepeatable: false,
  value: 'restart',
  name: 'Restart',
  description: 'Stop an app and start it again',
  prepare: ({ apps }) => apps.prepareRestart,
});
