import type { Readable } from 'node:stream';
import { Container } from '@n8n/di';
import * as core from 'n8n-core';
import type { IBinaryData } from 'n8n-workflow';

let ready: Promise<void> | undefined;

/** Binary data as most installations keep it: files on disk, below N8N_USER_FOLDER. */
export async function useBinaryDataOnDisk(): Promise<void> {
  ready ??= initialise('filesystem');
  await ready;
}

/** Binary data as n8n keeps it where it is told to use no disk; to be called before anything is run. */
export async function useBinaryDataInMemory(): Promise<void> {
  if (ready) throw new Error('Where binary data is kept has been decided already');
  ready = initialise('default');
  await ready;
}

export async function readBinary(id: string | undefined): Promise<Buffer> {
  if (!id) throw new Error('This binary data is not on disk');
  return await Container.get(core.BinaryDataService).getAsBuffer({ id, data: '', mimeType: '' });
}

export async function binaryStream(id: string | undefined) {
  if (!id) throw new Error('This binary data is not on disk');
  return await Container.get(core.BinaryDataService).getAsStream(id);
}

/** Has n8n hold a file, as a node that puts out binary data does. */
export async function storeBinary(
  bytes: Readable,
  file: { fileName: string; mimeType: string },
): Promise<IBinaryData> {
  await useBinaryDataOnDisk();
  const place = { type: 'execution', workflowId: 'test-workflow', executionId: 'test' } as const;
  return await Container.get(core.BinaryDataService).store(place, bytes, { ...file, data: '' });
}

async function initialise(mode: 'filesystem' | 'default'): Promise<void> {
  const service = Container.get(core.BinaryDataService);
  if ('BinaryDataConfig' in core) {
    Container.get(core.BinaryDataConfig).mode = mode;
    return await service.init();
  }
  // Older versions are told when they are initialised.
  await (service.init as (config: object) => Promise<void>)({
    mode,
    availableModes: ['filesystem'],
    localStoragePath: `${process.env.N8N_USER_FOLDER}/binaryData`,
  });
}
