import type { ListingForm } from '../options';
import { pathText, type Segments } from './paths';
import type { TreeEntry } from './disk';

/** The JSON value of a folder's listing. */
export function listing(form: ListingForm, segments: Segments, entries: TreeEntry[]): unknown {
  switch (form) {
    case 'objects':
      return entries.map(asObject);
    case 'names':
      return entries.map(({ name, children }) => (children ? `${name}/` : name));
    case 'wrapped':
      return { path: pathText(segments), files: entries.map(asWrapped) };
  }
}

function asObject({ name, path, size, modifiedAt, children }: TreeEntry) {
  return {
    name,
    path,
    type: children ? 'directory' : 'file',
    size,
    lastModified: new Date(modifiedAt).toISOString(),
  };
}

function asWrapped({ name, size, modifiedAt, children }: TreeEntry) {
  return {
    name,
    isDirectory: children !== undefined,
    size,
    modifiedAt: new Date(modifiedAt).toISOString(),
  };
}
