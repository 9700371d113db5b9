import type { Running } from '../../start/bringUp';
import { readOutput, type N8nApi, type WorkflowFile } from '../../start/localN8n/n8nApi';
import type { Check } from '../support/checks';
import type { ChatServer, Step } from './chatServer';

/** A real n8n, next to the sandbox platform and a chat model that follows a script. */
export interface AgentsRunning extends Running {
  chat: ChatServer;
  /** The credential in n8n that leads to the chat model. */
  chatCredential: { id: string; name: string };
}

export type AgentsCheck = Check<[AgentsRunning]>;

type WorkflowNode = WorkflowFile['nodes'][number];
type Changes = Record<string, (node: WorkflowNode) => WorkflowNode>;

/** Saves a copy of a workflow of this n8n. @param changes by the name of the node */
export async function copyWorkflow(
  api: N8nApi,
  id: string,
  copyId: string,
  changes: Changes,
): Promise<void> {
  const { name, nodes, connections, settings } = await api.request<WorkflowFile>(
    'GET',
    `/workflows/${id}`,
  );
  await api.saveWorkflow({
    id: copyId,
    name: `${name} (${copyId})`,
    nodes: nodes.map((node) => changes[node.name]?.(node) ?? node),
    connections,
    settings,
  });
}

export function withParameters(parameters: object): (node: WorkflowNode) => WorkflowNode {
  return (node) => ({
    ...node,
    parameters: { ...(node.parameters as object), ...parameters },
  });
}

interface Talk {
  /** ID of a ready-made workflow. */
  workflow: string;
  message: string;
  /** Steps of the model. */
  steps: Step[];
  changes?: Changes;
}

/** Writes into the chat of a ready-made workflow, with a scripted model in the place that it leaves for one. */
export async function talk(
  { api, chat, chatCredential }: AgentsRunning,
  { workflow, message, steps, changes }: Talk,
): Promise<{ toolAnswers: string[]; said: unknown }> {
  const copyId = `${workflow.slice(0, 12)}talk`;
  const model = (node: WorkflowNode) => ({
    ...node,
    disabled: false,
    type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
    typeVersion: 1,
    parameters: { model: 'scripted', options: {} },
    credentials: { openAiApi: chatCredential },
  });
  await copyWorkflow(api, workflow, copyId, { 'Chat model': model, ...changes });
  chat.script(steps);
  // The request that n8n's editor sends for a message in the chat.
  const json = { sessionId: 'test', action: 'sendMessage', chatInput: message };
  const data = {
    startTime: Date.now(),
    executionTime: 0,
    executionIndex: 0,
    executionStatus: 'success',
    source: [],
    data: { main: [[{ json }]] },
  };
  const { executionId } = await api.request<{ executionId: string }>(
    'POST',
    `/workflows/${copyId}/run`,
    { triggerToStartFrom: { name: 'When a chat message arrives', data } },
  );
  const execution = await api.waitForExecution(executionId);
  if (execution.status !== 'success') {
    throw new Error(`The chat ended as ${execution.status}: ${execution.error?.message}`);
  }
  return { toolAnswers: chat.toolAnswers(), said: readOutput(execution, 'Agent')[0]?.output };
}
