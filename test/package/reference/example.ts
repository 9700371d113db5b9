import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What an operation or a trigger was seen to do on the local platform, shortened and with made-up IDs. */
export interface Example {
  /** Without `resource` and `operation`; what equals a default is left out. */
  fields: Record<string, unknown>;
  /** The JSON of the first input item, where the fields or the node look at it. */
  input?: unknown;
  /** The name of its file, in the binary field `data`. */
  inputFile?: string;
  /** The JSON of the first output item. */
  output: unknown;
  /** How many items were put out. */
  items: number;
  /** The binary fields of the first output item with their file names. */
  files?: Record<string, string>;
  /** What was asked of the platform, as `mutation runJob` or `GET gpuSetting`; logins and schema are left out. */
  requests: string[];
}

/** By operation, as `job/get`; of a trigger by event. */
export type Examples = Record<string, Example>;

const fileOf = (node: string) => path.join(__dirname, 'recorded', `${node}.json`);

export function recordedExamples(node: string): Examples {
  return JSON.parse(readFileSync(fileOf(node), 'utf8')) as Examples;
}

export function writeExamples(node: string, examples: Examples): void {
  writeFileSync(fileOf(node), `${JSON.stringify(examples, null, 2)}\n`);
}
