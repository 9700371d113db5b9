/** One side and one way of the measurement in largeFile.ts, in a process of its own; prints one line of JSON. */
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync, statSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { request } from 'undici';
import { binaryStream } from '../test/engine/binaryData';
import { runNode, type WorkflowRun } from '../test/engine/runWorkflow';
import type { UploadTokenCredential } from '../platform';
import { measure } from './memory';

const credential = JSON.parse(process.env.BENCH_CREDENTIAL ?? '{}') as UploadTokenCredential;
const source = process.env.BENCH_SOURCE ?? '';
const scope = `${credential.customer}/${credential.platformId}`;

interface Side {
  /** A small transfer first, so that what is measured is the file and not the loading of code. */
  warmUp(): Promise<void>;
  upload(): Promise<void>;
  download(): Promise<void>;
  /** sha-256 of what arrived. */
  arrived(): Promise<string>;
}

const node = (): Side => {
  const run = async (parameters: object, fromPath?: string): Promise<WorkflowRun> => {
    const result = await runNode(
      {
        type: 'n8n-nodes-data-platform.dataPlatformConfFiles',
        parameters: { resource: 'file', binaryPropertyName: 'data', ...parameters },
      },
      { dataPlatformUploadTokenApi: credential },
      { items: [fromPath === undefined ? {} : { file: { name: 'large.bin', fromPath } }] },
    );
    if (result.error) throw result.error;
    return result;
  };
  const upload = (filePath: string, fromPath: string) =>
    run({ operation: 'upload', filePath, contentSource: 'binary' }, fromPath);
  let downloaded: WorkflowRun | undefined;
  return {
    async warmUp() {
      await upload('small.bin', __filename);
      await run({ operation: 'download', filePath: 'small.bin' });
    },
    async upload() {
      await upload('large.bin', source);
    },
    async download() {
      downloaded = await run({ operation: 'download', filePath: 'large.bin' });
    },
    async arrived() {
      if (!downloaded) return await hashFromService();
      const id = downloaded.outputs[0]?.[0]?.binary?.data?.id;
      return await hashOfStream(await binaryStream(id));
    },
  };
};

const bare = (): Side => {
  const target = `${source}.downloaded`;
  const get = async (name: string) =>
    await request(`${credential.localAddress}/configuration/${scope}/${name}`);
  const post = async (name: string, file: string) => {
    const answer = await request(`${credential.baseUrl}/conf/upload/${scope}/${name}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${credential.uploadToken}`,
        'content-type': 'application/octet-stream',
        'content-length': String(statSync(file).size),
      },
      body: createReadStream(file),
    });
    await answer.body.dump();
    if (answer.statusCode > 299) throw new Error(`HTTP ${answer.statusCode}`);
  };
  let isDownload = false;
  return {
    async warmUp() {
      await post('small.bin', __filename);
    },
    async upload() {
      await post('large.bin', source);
    },
    async download() {
      isDownload = true;
      await pipeline((await get('large.bin')).body, createWriteStream(target));
    },
    async arrived() {
      if (!isDownload) return await hashFromService();
      const hash = await hashOfStream(createReadStream(target));
      rmSync(target);
      return hash;
    },
  };
};

async function hashFromService(): Promise<string> {
  const answer = await request(`${credential.localAddress}/configuration/${scope}/large.bin`);
  return await hashOfStream(answer.body);
}

async function hashOfStream(stream: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of stream) hash.update(chunk);
  return hash.digest('hex');
}

async function main(): Promise<void> {
  const side = process.env.BENCH_SIDE === 'node' ? node() : bare();
  const way = process.env.BENCH_WAY === 'download' ? 'download' : 'upload';
  await side.warmUp();
  const measured = await measure(() => side[way]());
  console.log(JSON.stringify({ ...measured, sha256: await side.arrived() }));
  process.exit(0);
}

void main();
