import { isObject } from '../../../text/values';

/**
 * Applies a JSON Merge Patch (RFC 7396): what it names replaces what is there, null takes it away, and objects are gone into.
 * @param patch JSON that is not deeper than the shape of a file
 */
export function mergePatch(target: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const merged = new Map(isObject(target) ? Object.entries(target) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) merged.delete(name);
    else merged.set(name, mergePatch(merged.get(name), value));
  }
  return Object.fromEntries(merged);
}
