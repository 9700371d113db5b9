import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';
import type { GraphqlResponseError } from '../../../platform/common/errors/errors';
import { cutText } from '../errors/errors';
import { isTool } from '../tools/toolOutput';

export type HintsContext = Pick<IExecuteFunctions, 'logger'> &
  Partial<Pick<IExecuteFunctions, 'addExecutionHints'>>;

/** Shows hints at the node's output. Older versions of n8n cannot show the hints of an agent's tool, so they are logged. */
export function showHints(execution: HintsContext, ...hints: NodeExecutionHint[]): void {
  if (execution.addExecutionHints) {
    execution.addExecutionHints(...hints);
  } else {
    for (const { message } of hints) execution.logger.warn(message);
  }
}

const shownFields = new WeakMap<HintsContext, Set<string>>();

/** Returns call options that show which numbers of a response became text. Items with the same fields share one hint. */
export function buildNumbersAsTextOptions(execution: HintsContext) {
  return {
    onNumbersAsText(fields: string[]) {
      const alreadyShown = shownFields.get(execution) ?? new Set();
      shownFields.set(execution, alreadyShown);
      const names = cutText(fields.join(', '), 500);
      if (alreadyShown.has(names)) return;
      alreadyShown.add(names);
      const message = `Whole numbers beyond 2^53 are returned as text, since n8n cannot keep all their digits: ${names}`;
      showHints(execution, { message, location: 'outputPane' });
    },
  };
}

/** Writes to n8n's log and, in a manual execution, to the browser's console. */
export function logProgress(execution: IExecuteFunctions, text: string): void {
  execution.logger.info(text);
  execution.sendMessageToUI(text);
}

const MAX_RESULTS = 5;

/** Shows sentences about results in one hint. An agent gets no hint, because its output contains the results. */
export function showResults(
  execution: IExecuteFunctions,
  results: readonly string[],
  type: NodeExecutionHint['type'] = 'info',
): void {
  if (results.length === 0 || isTool(execution)) return;
  const more = results.length - MAX_RESULTS;
  const sentences = [...results.slice(0, MAX_RESULTS), ...(more > 0 ? [`And ${more} more.`] : [])];
  showHints(execution, { message: sentences.join(' '), type, location: 'outputPane' });
}

const MAX_HINTS = 10;
const MAX_MESSAGE_BYTES = 1_000;

/** Errors that the platform reported along with changes that it made. */
export class MutationReports {
  /** Errors by item index. The key undefined is for the node as a whole. */
  private readonly errors = new Map<number | undefined, readonly GraphqlResponseError[]>();

  add(error: GraphqlResponseError, itemIndex?: number): void {
    this.errors.set(itemIndex, [...this.get(itemIndex), error]);
  }

  get(itemIndex: number | undefined): readonly GraphqlResponseError[] {
    return this.errors.get(itemIndex) ?? [];
  }

  /** Builds one hint for all items with the same message. */
  buildHints(): NodeExecutionHint[] {
    const itemsByMessage = new Map<string, Set<number | undefined>>();
    for (const [itemIndex, errors] of this.errors) {
      for (const { message } of errors) {
        itemsByMessage.set(message, (itemsByMessage.get(message) ?? new Set()).add(itemIndex));
      }
    }
    const messages = [...itemsByMessage]
      .slice(0, MAX_HINTS)
      .map(([message, items]) => `${cutText(message, MAX_MESSAGE_BYTES)}${describeItems(items)}`);
    const others = itemsByMessage.size - messages.length;
    if (others > 0) messages.push(`${others} other reports of this kind`);
    return messages.map((message) => ({
      message: `The change was made, but with errors. ${message}`,
      type: 'warning',
      location: 'outputPane',
    }));
  }
}

function describeItems(items: ReadonlySet<number | undefined>): string {
  const indexes = [...items].filter((index) => index !== undefined);
  if (indexes.length === 0) return '';
  const others = indexes.length - 1;
  return ` (item ${indexes.reduce((a, b) => Math.min(a, b))}${others > 0 ? ` and ${others} more` : ''})`;
}
