import { request } from 'undici';
import type { Place } from '../server/platform';

/** The checksum of what the platform received under a path. */
export async function received(place: Place, path: string): Promise<number> {
  const { body } = await request(`${place.credentials.baseUrl}/received${path}`);
  return Number(await body.text());
}
