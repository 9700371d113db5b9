import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { Run } from '../../../platform/runs/run';
import type { OperationCall } from '../../shared/operation';
import { namesOf } from './names';
import { runOutput } from './output';
import type { RunSide } from './side';

/** The output of an item for which nothing was started: the run that was under way. */
export async function skippedRun(
  call: OperationCall<PlatformClient>,
  side: RunSide,
  run: Run,
  parentId: string,
): Promise<IDataObject> {
  const { kind } = side;
  const known = { ...(await namesOf(call, side, parentId)), [kind.parentId]: parentId };
  return { ...runOutput(kind, run, known), skipped: true };
}
