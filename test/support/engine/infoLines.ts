import { AsyncLocalStorage } from 'node:async_hooks';
import { ExecuteContext } from 'n8n-core';

const loggerOfN8n = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Object.getPrototypeOf(ExecuteContext.prototype)) as object,
  'logger',
);

/** Tests that run at the same time hear their own nodes only. */
const hearing = new AsyncLocalStorage<string[]>();

/** Lines that nodes write to n8n's log at level info while the work runs. */
export async function infoLinesOf(work: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  Object.defineProperty(ExecuteContext.prototype, 'logger', {
    configurable: true,
    get(this: ExecuteContext) {
      // n8n keeps it in the object that it was read from.
      const logger = loggerOfN8n?.get?.call(Object.create(this)) as object;
      const heard = hearing.getStore();
      if (!heard) return logger;
      return Object.create(logger, {
        info: { value: (message: string) => void heard.push(...message.split('\n')) },
      }) as object;
    },
  });
  await hearing.run(lines, work);
  return lines;
}
