import assert from 'node:assert/strict';
import type { Running } from '../../start/bringUp';

export const trigger = 'Start';
export const nodeName = 'Run and wait';
const credentialType = 'dataPlatformApi';

interface OneNode {
  id: string;
  parameters: Record<string, unknown>;
  /** As Retry On Fail. */
  settings?: Record<string, unknown>;
}

/** Saves a workflow of a manual trigger and one node of Data Platform Projects. */
export async function saveOneNodeWorkflow(
  { api }: Running,
  { id, parameters, settings }: OneNode,
): Promise<void> {
  const credential = (await api.listCredentials()).find(({ type }) => type === credentialType);
  assert.ok(credential);
  await api.saveWorkflow({
    id,
    name: id,
    nodes: [
      {
        id: `${id}-trigger`,
        name: trigger,
        type: 'n8n-nodes-base.manualTrigger',
        typeVersion: 1,
        position: [0, 0],
        parameters: {},
      },
      {
        id: `${id}-node`,
        name: nodeName,
        type: 'n8n-nodes-data-platform.dataPlatformProjects',
        typeVersion: 1,
        position: [220, 0],
        parameters,
        credentials: { [credentialType]: { id: credential.id, name: credential.name } },
        ...settings,
      },
    ],
    connections: { [trigger]: { main: [[{ node: nodeName, type: 'main', index: 0 }]] } },
    settings: { executionOrder: 'v1' },
  });
}
