import type { IDataObject } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import type { Run } from '../../../../platform/runs/read/run';
import type { OperationCall } from '../../../shared/operation/operation';
import { namesOf, runOutput } from '../read/runOutput';
import type { Runnable } from '../runnable';

/** The output of an item for which nothing was started: the run that was under way. */
export async function skippedRun(
  call: OperationCall<PlatformClient>,
  runnable: Runnable,
  run: Run,
  parentId: string,
): Promise<IDataObject> {
  const { kind } = runnable;
  const known = { ...(await namesOf(call, runnable, parentId)), [kind.parentId]: parentId };
  return { ...runOutput(call.client, kind, run, known), skipped: true };
}
