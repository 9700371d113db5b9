import type { ServerResponse } from 'node:http';
import { sendJson, startRawServer, type RawServer } from '../support/rawServer';

/** What the model does next: it calls tools, or answers. */
export type Step = { calls: Array<{ tool: string; input: object }> } | { answer: string };

interface Message {
  role: string;
  content: unknown;
}

interface ChatRequest {
  model: string;
  stream?: boolean;
  messages: Message[];
  tools?: Array<{ function: { name: string; description: string; parameters: object } }>;
}

/** A chat model that speaks OpenAI's interface and does what it was told beforehand. */
export class ChatServer {
  readonly requests: ChatRequest[] = [];
  private steps: Step[] = [];

  async listen(): Promise<RawServer> {
    return await startRawServer(({ path, body }, response) => {
      if (path.endsWith('/chat/completions'))
        this.answer(JSON.parse(body) as ChatRequest, response);
      else response.writeHead(404).end('{}');
    });
  }

  /** Sets the next steps, and forgets earlier requests. */
  script(steps: Step[]): void {
    this.steps = [...steps];
    this.requests.length = 0;
  }

  toolAnswers(): string[] {
    const messages = this.requests.at(-1)?.messages ?? [];
    return messages.filter(({ role }) => role === 'tool').map(({ content }) => readText(content));
  }

  private answer(asked: ChatRequest, response: ServerResponse): void {
    this.requests.push(asked);
    const step = this.steps.shift() ?? { answer: 'The script has no more steps.' };
    const message = buildMessage(step, this.requests.length);
    const finish = 'calls' in step ? 'tool_calls' : 'stop';
    if (asked.stream) sendPieces(response, asked.model, message, finish);
    else sendWhole(response, asked.model, message, finish);
  }
}

function buildMessage(step: Step, round: number) {
  if ('answer' in step) return { role: 'assistant', content: step.answer };
  const calls = step.calls.map(({ tool, input }, index) => ({
    index,
    id: `call_${round}_${index}`,
    type: 'function',
    function: { name: tool, arguments: JSON.stringify(input) },
  }));
  return { role: 'assistant', content: null, tool_calls: calls };
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };

function sendWhole(response: ServerResponse, model: string, message: object, finish: string) {
  const choices = [{ index: 0, message, finish_reason: finish }];
  const completion = { id: 'chat', object: 'chat.completion', created: 0, model, choices, usage };
  sendJson(response, completion);
}

function sendPieces(response: ServerResponse, model: string, delta: object, finish: string) {
  const piece = (change: object, reason: string | null) => {
    const choices = [{ index: 0, delta: change, finish_reason: reason }];
    return `data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 0, model, choices })}\n\n`;
  };
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.end(`${piece(delta, null)}${piece({}, finish)}data: [DONE]\n\n`);
}

function readText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (part as { text?: string }).text ?? '').join('');
}
