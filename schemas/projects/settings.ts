/** The project that an entity is in. */
export const IN_PROJECT = { projectId: 'string', projectName: 'string' } as const;
