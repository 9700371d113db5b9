import { APP, LISTED_APP } from '../../platform/resources/app/app';
import { outputOf } from './ofFields';
import { IN_PROJECT } from './settings';

export const appVersion = outputOf(APP.version);

export const app = {
  listed: { ...outputOf(LISTED_APP), ...IN_PROJECT, url: 'string' },
  whole: { ...outputOf(APP.settings), currentVersion: appVersion },
} as const;
