import type { PlatformClient } from '../shared/platformClient';

/** The module that this node works with. */
export async function catalogEndpoint({ platform }: PlatformClient, signal?: AbortSignal) {
  return await platform.catalog({ signal });
}
