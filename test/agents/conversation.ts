import { outputOf, type WorkflowFile } from '../../start/localN8n/n8nApi';
import type { AgentsRunning } from './check';
import type { Step } from './chatServer';
import { copyWorkflow } from './workflows';

const TRIGGER = 'When a chat message arrives';

/** What an agent did: what its tools answered it, in order, and what it said at last. */
export interface Conversation {
  toolAnswers: string[];
  said: unknown;
}

interface Talk {
  /** The ready-made workflow. */
  workflow: string;
  message: string;
  /** Steps of the model. */
  steps: Step[];
  /** Differences from the ready-made workflow, by the node's name. */
  changes?: Parameters<typeof copyWorkflow>[3];
}

/** Writes into the chat of a ready-made workflow, with a scripted model in the place that it leaves for one. */
export async function talk(
  { api, chat, chatCredential }: AgentsRunning,
  { workflow, message, steps, changes }: Talk,
): Promise<Conversation> {
  const copyId = `${workflow.slice(0, 12)}talk`;
  const model = (node: WorkflowFile['nodes'][number]) => ({
    ...node,
    disabled: false,
    type: '@n8n/n8n-nodes-langchain.lmChatOpenAi',
    typeVersion: 1,
    parameters: { model: 'scripted', options: {} },
    credentials: { openAiApi: chatCredential },
  });
  await copyWorkflow(api, workflow, copyId, { 'Chat model': model, ...changes });
  chat.script(steps);
  const { executionId } = await api.request<{ executionId: string }>(
    'POST',
    `/workflows/${copyId}/run`,
    { triggerToStartFrom: { name: TRIGGER, data: chatMessage(message) } },
  );
  const execution = await api.waitForExecution(executionId);
  if (execution.status !== 'success') {
    throw new Error(`The chat ended as ${execution.status}: ${execution.error?.message}`);
  }
  return { toolAnswers: chat.toolAnswers(), said: outputOf(execution, 'Agent')[0]?.output };
}

/** Request of n8n's editor for a message in the chat. */
function chatMessage(chatInput: string) {
  const json = { sessionId: 'test', action: 'sendMessage', chatInput };
  return {
    startTime: Date.now(),
    executionTime: 0,
    executionIndex: 0,
    executionStatus: 'success',
    source: [],
    data: { main: [[{ json }]] },
  };
}
