import type * as PlatformApi from '../../platform';

/** The client and its two libraries: loaded when a node first works, not when n8n starts. */
export async function loadPlatform(): Promise<typeof PlatformApi> {
  return await import('../../platform');
}
