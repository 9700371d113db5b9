import type { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import * as core from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

let initialized: Promise<void> | undefined;

/** Lets n8n store binary data as files below N8N_USER_FOLDER, as most installations do, unless it already keeps it in memory. */
export async function useBinaryDataOnDisk(): Promise<void> {
  initialized ??= initialize('filesystem');
  await initialized;
}

/** Lets n8n keep binary data in memory. It must be called before the first workflow runs. */
export async function useBinaryDataInMemory(): Promise<void> {
  if (initialized) throw new Error('It is already decided where n8n stores binary data');
  initialized = initialize('default');
  await initialized;
}

export async function readBinary(id: string | undefined): Promise<Buffer> {
  if (!id) throw new Error('This binary data is not on disk');
  return await Container.get(core.BinaryDataService).getAsBuffer({ id, data: '', mimeType: '' });
}

export async function openBinary(id: string | undefined) {
  if (!id) throw new Error('This binary data is not on disk');
  return await Container.get(core.BinaryDataService).getAsStream(id);
}

/** Stores a file in n8n, as a node that returns binary data does. */
export async function storeBinary(
  bytes: Readable,
  file: { fileName: string; mimeType: string },
): Promise<IBinaryData> {
  await useBinaryDataOnDisk();
  const location = { type: 'execution', workflowId: 'test-workflow', executionId: 'test' } as const;
  return await Container.get(core.BinaryDataService).store(location, bytes, { ...file, data: '' });
}

async function initialize(mode: 'filesystem' | 'default'): Promise<void> {
  const service = Container.get(core.BinaryDataService);
  if ('BinaryDataConfig' in core) {
    Container.get(core.BinaryDataConfig).mode = mode;
    return await service.init();
  }
  // Older versions get the mode as a parameter.
  await (service.init as (config: object) => Promise<void>)({
    mode,
    availableModes: ['filesystem'],
    localStoragePath: `${process.env.N8N_USER_FOLDER}/binaryData`,
  });
}
