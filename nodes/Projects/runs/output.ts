import type { IDataObject } from 'n8n-workflow';
import type { Run, RunKind } from '../../../platform';

/** A run as an output item: what matters most first, and always what it is a run of where that is known. */
export function runOutput({ parentId }: RunKind, run: Run, knownParentId?: string): IDataObject {
  const { id, status, [parentId]: toldParentId, ...others } = run;
  const parent = toldParentId ?? knownParentId;
  return {
    id,
    status,
    ...(parent !== undefined && { [parentId]: parent }),
    ...others,
  } as IDataObject;
}
