import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { schemaFiles } from './files';
import { projectFileSchemas } from './projectFiles';

/** `npm run schemas`: writes what n8n completes expressions with before a node ran. */
for (const [name, text] of schemaFiles()) {
  const file = path.join(__dirname, '../nodes', name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const folder = path.join(__dirname, '../docs/project-files');
mkdirSync(folder, { recursive: true });
for (const [name, text] of projectFileSchemas()) writeFileSync(path.join(folder, name), text);
