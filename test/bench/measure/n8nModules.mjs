/** Takes n8n's engine and nodes from the n8n that `npm start` installs, so that all sides run in the same engine. */
import { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const n8n = new URL('../../../start/n8n/package.json', import.meta.url);
const resolveFromN8n = createRequire(n8n).resolve;
const packages = /^(?:n8n-core|n8n-workflow|n8n-nodes-base|@n8n\/di)(?:\/|$)/;

registerHooks({
  resolve(specifier, context, next) {
    // `resolveFromN8n` calls this hook again.
    if (!packages.test(specifier) || context.parentURL === n8n.href)
      return next(specifier, context);
    return { url: pathToFileURL(resolveFromN8n(specifier)).href, shortCircuit: true };
  },
});
