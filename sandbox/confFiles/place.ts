import type { Settings } from '../options';
import { Refused } from '../http/refusal';
import { checkedSegments, urlSegments } from './paths';

/**
 * Where a raw URL points to: what comes after `above` segments, the customer and the platform id. Throws a Refused:
 * 404 for another customer or platform, 400 for a path that no file can have.
 */
export function place(
  url: string,
  above: number,
  { customer, platformId }: Pick<Settings, 'customer' | 'platformId'>,
): string[] {
  const [toCustomer, toPlatform, ...path] = urlSegments(url).slice(above);
  if (toCustomer !== customer) throw new Refused(404, `There is no customer ${toCustomer}`);
  if (toPlatform !== platformId) throw new Refused(404, `There is no platform ${toPlatform}`);
  return checkedSegments(path);
}
