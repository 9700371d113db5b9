import type { ParentNames } from '../../../platform';
import type { OperationCall } from '../../shared/operation';
import type { PlatformClient } from '../../shared/platformClient';
import type { RunSide } from './side';

/** Reads the names of jobs or pipelines, each once. */
export function namesReader(
  { client: { api, platform }, options }: OperationCall<PlatformClient>,
  side: RunSide,
): (parentId: string | undefined) => Promise<ParentNames> {
  const known = new Map<string, Promise<ParentNames>>();
  return async (parentId) => {
    if (parentId === undefined) return {};
    const names =
      known.get(parentId) ?? api.parentNames(platform.projects, side.kind(api), parentId, options);
    known.set(parentId, names);
    return await names;
  };
}
