import type { IDataObject } from 'n8n-workflow';
import type { RunKind } from '../../../platform/runs/kinds';
import type { Run } from '../../../platform/runs/run';

/** A run as an output item: what people read first, and always what it is a run of where that is known. */
export function runOutput(
  { parentId, parentName }: RunKind,
  run: Run,
  known?: Partial<Run>,
): IDataObject {
  const {
    id,
    status,
    [parentId]: parent = known?.[parentId],
    [parentName]: name = known?.[parentName],
    projectName = known?.projectName,
    ...others
  } = run;
  return {
    ...(name !== undefined && { [parentName]: name }),
    ...(projectName !== undefined && { projectName }),
    id,
    status,
    ...(parent !== undefined && { [parentId]: parent }),
    ...others,
  } as IDataObject;
}
