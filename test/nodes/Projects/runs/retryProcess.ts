import { retryNode } from '../../../support/engine/runWorkflow';

/** Another worker of n8n: retries a saved execution and returns what came of it. Started by `retries.test.ts`. */
process.once('message', (given: Parameters<typeof retryNode>) => {
  void retryNode(...given).then(({ json, error }) => {
    process.send?.({ json, error: error?.message });
    process.disconnect();
  });
});
