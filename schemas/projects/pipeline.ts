import { LISTED_PIPELINE, PIPELINE } from '../../platform/resources/pipeline/pipeline';
import { outputOf } from './ofFields';
import { LAST_RUN } from './run';
import { IN_PROJECT } from './settings';

export const pipeline = {
  listed: { ...outputOf(LISTED_PIPELINE), ...IN_PROJECT, url: 'string', lastRun: LAST_RUN },
  whole: { ...outputOf(PIPELINE.settings), currentVersion: outputOf(PIPELINE.version) },
} as const;
