import type { IExecuteFunctions } from 'n8n-workflow';
import type { NodeFailure } from '../errors/errors';

/** Whether an AI agent runs the node. Its agent of today has n8n run a tool as any node, of a type that ends so. */
export function isTool(execution: IExecuteFunctions): boolean {
  return execution.isToolExecution?.() === true || execution.getNode().type.endsWith('Tool');
}

/** In the place of a message that holds one of them, n8n puts words of its own. */
const REPLACED_BY_N8N =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|ERRADDRINUSE|EADDRNOTAVAIL|ECONNABORTED|EHOSTUNREACH|EAI_AGAIN|ENOENT|EISDIR|ENOTDIR|EACCES|EEXIST|EPERM|GETADDRINFO/gi;
const WORD_JOINER = '\u2060';

/** n8n hands an agent no more than a failure's message: what to do next belongs to it. */
export function withDescriptionInMessage(failure: NodeFailure): NodeFailure {
  const message = breakErrorCodes(failure.message);
  const description = failure.description && breakErrorCodes(failure.description);
  failure.description = description;
  const isWhole = !description || message.includes(description);
  failure.message = isWhole ? message : `${message}\n${description}`;
  return failure;
}

/** The same to read; n8n finds no code in it. */
function breakErrorCodes(text: string): string {
  return text.replace(REPLACED_BY_N8N, (code) => `${code[0]}${WORD_JOINER}${code.slice(1)}`);
}
