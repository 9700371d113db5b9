import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Execution, N8nApi } from '../../../start/localN8n/n8nApi';

const LOOKS = 120;

/** The execution as soon as it waits for somebody. */
export async function waiting(api: N8nApi, id: string): Promise<Execution> {
  for (let look = 0; look < LOOKS; look++) {
    const execution = await api.getExecution(id);
    if (execution.status === 'waiting') return execution;
    assert.ok(['new', 'running'].includes(execution.status), execution.error?.message);
    await sleep(500);
  }
  throw new Error('The workflow does not come to its form');
}
