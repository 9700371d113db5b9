import { changeById } from '../operationById';
import { anApp } from './fields';

export const run = changeById(anApp, {
  isRepeatable: false,
  value: 'run',
  name: 'Run',
  description: 'Start an app that is not running',
  prepare: ({ apps }) => apps.prepareRun,
});
