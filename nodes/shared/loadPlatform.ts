import type * as PlatformApi from '../../platform';

/** What every node's client has: the platform's functions. */
export interface ApiClient {
  api: typeof PlatformApi;
}

/** The client and its two libraries: loaded when a node first works, not when n8n starts. */
export async function loadPlatform(): Promise<typeof PlatformApi> {
  return await import('../../platform');
}
