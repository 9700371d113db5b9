import { ExecuteContext } from 'n8n-core';

const loggerOfN8n = Object.getOwnPropertyDescriptor(
  Object.getPrototypeOf(Object.getPrototypeOf(ExecuteContext.prototype)) as object,
  'logger',
);

/** What nodes write into n8n's log at level info while the work is done. */
export async function infoLinesOf(work: () => Promise<unknown>): Promise<string[]> {
  const lines: string[] = [];
  Object.defineProperty(ExecuteContext.prototype, 'logger', {
    configurable: true,
    get(this: ExecuteContext) {
      // n8n keeps it in the object that it was read from.
      const logger = loggerOfN8n?.get?.call(Object.create(this)) as object;
      return Object.create(logger, {
        info: { value: (message: string) => void lines.push(...message.split('\n')) },
      }) as object;
    },
  });
  try {
    await work();
    return lines;
  } finally {
    Reflect.deleteProperty(ExecuteContext.prototype, 'logger');
  }
}
