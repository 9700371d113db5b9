import { changeById } from '../operationById';
import { appPicker } from './fields';

export const run = changeById(appPicker, {
  isRepeatable: false,
  value: 'run',
  name: 'Run',
  description: 'Start an app that is not running',
  prepare: ({ apps }) => apps.prepareRun,
});
