const THING = { id: 'string', name: 'string' } as const;

export const VOLUME = {
  name: 'string',
  id: 'string',
  description: 'string',
  size: 'string',
  creator: 'string',
  creationDate: 'string',
  projectId: 'string',
  linkedApp: THING,
  isLocked: 'boolean',
  originalVolumeId: 'string',
  duplicationStatus: 'string',
  expansionStatus: 'string',
  migrationStatus: 'string',
} as const;

export const DOCKER_CREDENTIAL = {
  id: 'string',
  registry: 'string',
  username: 'string',
  lastUpdate: 'string',
  jobs: [THING],
  apps: [THING],
} as const;
