import type { IDataObject } from 'n8n-workflow';
import type { RunKind } from '../../../../platform/runs/kinds';
import type { Run } from '../../../../platform/runs/read/run';
import { hasSucceeded } from '../../../../platform/runs/read/outcome';

/**
 * A run as every output has it: what people read first, then the rest. What the platform does not tell is left out.
 * @param known what is known of it from elsewhere, as its names
 */
export function runOutput(
  { parentId, parentName }: RunKind,
  run: Run,
  known: Partial<Run> = {},
): IDataObject {
  const {
    id,
    status,
    succeeded = hasSucceeded(status),
    [parentId]: parent = known[parentId],
    [parentName]: name = known[parentName],
    projectId = known.projectId,
    projectName = known.projectName,
    ...others
  } = run;
  return {
    ...(name !== undefined && { [parentName]: name }),
    ...(projectName !== undefined && { projectName }),
    id,
    status,
    succeeded,
    ...(parent !== undefined && { [parentId]: parent }),
    ...(projectId !== undefined && { projectId }),
    ...others,
  } as IDataObject;
}
