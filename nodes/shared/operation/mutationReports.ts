import type { NodeExecutionHint } from 'n8n-workflow';
import type { GraphqlResponseError } from '../../../platform/errors/errors';
import { cutText } from '../errors/errors';

const MAX_HINTS = 10;
const MAX_NAMED_ITEMS = 5;
const MESSAGE_BYTES = 1_000;

interface Report {
  error: GraphqlResponseError;
  itemIndex: number | undefined;
}

/** What the platform reported beside changes that it made. */
export class MutationReports {
  private readonly reports: Report[] = [];

  add(error: GraphqlResponseError, itemIndex?: number): void {
    this.reports.push({ error, itemIndex });
  }

  of(wanted: number): GraphqlResponseError[] {
    return this.reports.flatMap(({ error, itemIndex }) => (itemIndex === wanted ? [error] : []));
  }

  /** One hint for each different report with the items it was about; where there are many, the rest is counted. */
  hints(): NodeExecutionHint[] {
    const itemsOf = new Map<string, Set<number | undefined>>();
    for (const { error, itemIndex } of this.reports) {
      const items = itemsOf.get(error.message) ?? new Set();
      itemsOf.set(error.message, items.add(itemIndex));
    }
    const messages = [...itemsOf]
      .slice(0, MAX_HINTS)
      .map(([message, items]) => `${cutText(message, MESSAGE_BYTES)}${named([...items])}`);
    const others = itemsOf.size - messages.length;
    if (others > 0) messages.push(`${others} other reports of this kind`);
    return messages.map((message) => ({
      message: `The change was made, but with errors. ${message}`,
      type: 'warning',
      location: 'outputPane',
    }));
  }
}

function named(items: Array<number | undefined>): string {
  const indexes = items.filter((index) => index !== undefined).sort((a, b) => a - b);
  if (indexes.length === 0) return '';
  const others = indexes.length - MAX_NAMED_ITEMS;
  const shown = indexes.slice(0, MAX_NAMED_ITEMS).join(', ');
  const rest = others > 0 ? ` and ${others} more` : '';
  return ` (item${indexes.length > 1 ? 's' : ''} ${shown}${rest})`;
}
