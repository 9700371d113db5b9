import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ListingForm } from '../options';
import { textSegments } from './paths';
import type { ConfStore } from './store';

interface ConfFolder {
  folder: string;
  /** Removes the folder where it was only a temporary one. */
  cleanUp(): void;
}

/** The folder that was asked for, or a new temporary one. */
export function confFolder(wanted: string | undefined): ConfFolder {
  if (wanted !== undefined) return { folder: wanted, cleanUp: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), `sandbox-conf-files-${process.pid}-`));
  return { folder, cleanUp: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The configuration files, in the hands of a test or a program. Paths are plain text, as '/folder/file'. */
export interface SandboxConfFiles {
  /** Address that files are listed and retrieved from, without a slash at the end. */
  localAddress: string;
  /** What a listing looks like; may be changed at any time. */
  listingForm: ListingForm;
  /** Every path with the file's size. */
  files(): Map<string, number>;
  paths(): string[];
  /** Undefined where there is no such file. */
  read(path: string): Buffer | undefined;
  /** Puts a file in the place of what was there. Throws where a folder is in the way. */
  write(path: string, content: string | Uint8Array): void;
  /** False: there was no such file. Throws for a folder. */
  remove(path: string): boolean;
}

export function confFilesHandle(
  store: ConfStore,
  localAddress: string,
  form: { listingForm: ListingForm },
): SandboxConfFiles {
  return {
    localAddress,
    get listingForm() {
      return form.listingForm;
    },
    set listingForm(listingForm) {
      form.listingForm = listingForm;
    },
    files: () => new Map(store.files().map(({ path, size }) => [path, size])),
    paths: () => store.files().map(({ path }) => path),
    read: (path) => store.read(textSegments(path)),
    write: (path, content) => store.write(textSegments(path), content),
    remove: (path) => store.remove(textSegments(path)),
  };
}
