import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Everything that a local run leaves behind; not part of the repository. */
export const localFolder = join(projectRoot, '.local');

/** n8n with its own lock file: far too big to be a development dependency of the package. */
export const n8nFolder = join(projectRoot, 'start', 'n8n');

export const workflowsFolder = join(projectRoot, 'workflows');
