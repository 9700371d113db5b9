/**
 * Takes n8n's engine and nodes from the n8n that `npm start` installs, so that all sides run in one and the same
 * engine and n8n's libraries are loaded once, as in n8n itself.
 */
import { registerHooks } from 'node:module';

const n8n = new URL('../../start/n8n/package.json', import.meta.url).href;
const fromN8n = /^(?:n8n-core|n8n-workflow|n8n-nodes-base|@n8n\/di)(?:\/|$)/;

registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier, fromN8n.test(specifier) ? { ...context, parentURL: n8n } : context),
});
