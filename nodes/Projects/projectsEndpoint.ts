import type { PlatformClient } from '../shared/platformClient';

/** The module that this node works with. */
export async function projectsEndpoint({ platform }: PlatformClient) {
  return platform.projects;
}
