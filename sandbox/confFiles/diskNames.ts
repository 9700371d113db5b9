import { join } from 'node:path';
import type { Segments } from './paths';

// What some file systems do not take in a name, and the percent sign, which marks what was replaced.
const REPLACED = /[%\\:*?"<>|]/g;
const MAX_BYTES_ON_DISK = 240;
/** Ends a part of a name that goes on in the folder below. No whole name ends so. */
const GOES_ON = '%';

/** Where the file or folder is on disk, below the folder of all files. */
export function diskPath(segments: Segments): string {
  return join('.', ...segments.flatMap(partsOnDisk));
}

/** Whether this name on disk holds only the beginning of a name. */
export function goesOnBelow(diskName: string): boolean {
  return diskName.endsWith(GOES_ON);
}

/** The part of a name that a name on disk stands for; undefined where nothing is ever stored so. */
export function nameFromDisk(diskName: string): string | undefined {
  const bare = goesOnBelow(diskName) ? diskName.slice(0, -GOES_ON.length) : diskName;
  const name = bare.replace(/%([0-9A-F]{2})/g, (_all, code: string) =>
    String.fromCharCode(parseInt(code, 16)),
  );
  return replaced(name) === bare ? name : undefined;
}

/** A name that grew too long is spread over folders. */
function partsOnDisk(name: string): string[] {
  const parts = [''];
  for (const character of name) {
    const more = replaced(character);
    const last = parts.length - 1;
    if (Buffer.byteLength(parts[last] + more) > MAX_BYTES_ON_DISK) parts.push(more);
    else parts[last] += more;
  }
  return parts.map((part, index) => (index < parts.length - 1 ? part + GOES_ON : part));
}

function replaced(text: string): string {
  return text.replace(
    REPLACED,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}
