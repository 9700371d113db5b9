import type { ListingForm } from '../options';
import { textSegments } from './paths';
import type { ConfStore } from './store';

/** The configuration files, in the hands of a test or a program. Paths are plain text, as '/folder/file'. */
export const confFilesHandle = (store: ConfStore, listingForm: ListingForm) => ({
  /** Address that files are listed and retrieved from, without a slash at the end; known once the server listens. */
  localAddress: '',
  /** What a listing looks like; may be changed at any time. */
  listingForm,
  /** Every path with the file's size. */
  files: () => new Map(store.files().map(({ path, size }) => [path, size])),
  paths: () => store.files().map(({ path }) => path),
  /** Undefined where there is no such file. */
  read: (path: string) => store.read(textSegments(path)),
  /** Puts a file in the place of what was there. Throws where a folder is in the way. */
  write: (path: string, content: string | Uint8Array) => store.write(textSegments(path), content),
  /** False: there was no such file. Throws for a folder. */
  remove: (path: string) => store.remove(textSegments(path)),
});

export type SandboxConfFiles = ReturnType<typeof confFilesHandle>;
