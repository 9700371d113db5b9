import type { Socket } from 'node:net';
import { buildConnector } from 'undici';
import { overwrite } from './borrowedBuffer';

/** As much as is read from a connection at once. */
const READ_BYTES = 64 * 1024;
/** A connection holds back at most 128 KiB that were read and not yet looked at; they are not overwritten before. */
const MEMORY_BYTES = 256 * 1024;

/**
 * Connections that read into memory that is used again: for each 64 MiB of fresh memory, the garbage collector would look
 * through all of n8n. What comes from them has to be copied when it comes.
 */
export function connectorWithReusedReads(
  options: buildConnector.BuildOptions,
): buildConnector.connector {
  return (target, callback) => {
    const memory = Buffer.allocUnsafeSlow(MEMORY_BYTES);
    let at = 0;
    let connected: Socket | undefined;
    const onread = {
      buffer() {
        if (at + READ_BYTES > memory.length) at = 0;
        const next = memory.subarray(at, at + READ_BYTES);
        overwrite(next);
        return next;
      },
      callback(length: number, bytes: Uint8Array) {
        at += length;
        return connected?.push((bytes as Buffer).subarray(0, length)) ?? true;
      },
    };
    return buildConnector({ ...options, onread } as buildConnector.BuildOptions)(
      target,
      (...outcome: Parameters<buildConnector.Callback>) => {
        connected = outcome[1] ?? undefined;
        callback(...outcome);
      },
    );
  };
}
