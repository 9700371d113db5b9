import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

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
  /** What it was asked, in order. */
  readonly requests: ChatRequest[] = [];
  private steps: Step[] = [];
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch((error: Error) => {
      response.writeHead(500).end(JSON.stringify({ error: { message: error.message } }));
    });
  });

  /** @returns the address that a credential for it has */
  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Forgets what was, and will do this. */
  script(steps: Step[]): void {
    this.steps = [...steps];
    this.requests.length = 0;
  }

  /** What the tools answered, in order, as the model reads it. */
  toolAnswers(): string[] {
    const messages = this.requests.at(-1)?.messages ?? [];
    return messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await bodyOf(request);
    if (!request.url?.endsWith('/chat/completions')) {
      response.writeHead(404).end('{}');
      return;
    }
    const asked = JSON.parse(body) as ChatRequest;
    this.requests.push(asked);
    const step = this.steps.shift() ?? { answer: 'The script has no more steps.' };
    const message = messageOf(step, this.requests.length);
    const finish = 'calls' in step ? 'tool_calls' : 'stop';
    if (asked.stream) sendPieces(response, asked.model, message, finish);
    else sendWhole(response, asked.model, message, finish);
  }
}

function messageOf(step: Step, round: number) {
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
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(completion));
}

function sendPieces(response: ServerResponse, model: string, delta: object, finish: string) {
  const piece = (change: object, reason: string | null) => {
    const choices = [{ index: 0, delta: change, finish_reason: reason }];
    return `data: ${JSON.stringify({ id: 'chat', object: 'chat.completion.chunk', created: 0, model, choices })}\n\n`;
  };
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.end(`${piece(delta, null)}${piece({}, finish)}data: [DONE]\n\n`);
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((part) => (part as { text?: string }).text ?? '').join('');
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString('utf8');
}
