import { VOLUME as FIELDS } from '../../platform/resources/volume';
import { outputOf } from './ofFields';

const THING = { id: 'string', name: 'string' } as const;

export const VOLUME = outputOf(FIELDS.settings);

export const DOCKER_CREDENTIAL = {
  id: 'string',
  registry: 'string',
  username: 'string',
  lastUpdate: 'string',
  jobs: [THING],
  apps: [THING],
} as const;
