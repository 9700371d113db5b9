import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Local runs write only here. Git ignores this folder. */
export const localFolder = join(projectRoot, '.local');

/** n8n has its own lock file, because it is too big for a development dependency. */
export const n8nFolder = join(projectRoot, 'start', 'n8n');

export const workflowsFolder = join(projectRoot, 'workflows');
