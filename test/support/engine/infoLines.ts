import { AsyncLocalStorage } from 'node:async_hooks';
import { ExecuteContext } from 'n8n-core';

const loggerOfN8n = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Object.getPrototypeOf(ExecuteContext.prototype)) as object,
  'logger',
);

/** Keeps the lines of tests that run at the same time apart. */
const currentLines = new AsyncLocalStorage<string[]>();

/** Returns the lines that nodes write to n8n's log at level info while the work runs. */
export async function captureInfoLines(work: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  Object.defineProperty(ExecuteContext.prototype, 'logger', {
    configurable: true,
    get(this: ExecuteContext) {
      // n8n caches the logger in the object that it is read from.
      const logger = loggerOfN8n?.get?.call(Object.create(this)) as object;
      const testLines = currentLines.getStore();
      if (!testLines) return logger;
      return Object.create(logger, {
        info: { value: (message: string) => void testLines.push(...message.split('\n')) },
      }) as object;
    },
  });
  await currentLines.run(lines, work);
  return lines;
}
