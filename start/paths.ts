import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Folder for the data of local runs. Git ignores it. */
export const localFolder = join(projectRoot, '.local');

/** Folder of n8n. It has its own lock file, because n8n is too large for a development dependency. */
export const n8nFolder = join(projectRoot, 'start', 'n8n');

export const workflowsFolder = join(projectRoot, 'workflows');
