import type { ListingForm } from '../options';
import { pathText, type Segments } from './paths';
import type { TreeEntry } from './disk';

/** The JSON value of a folder's listing. */
export function listing(form: ListingForm, segments: Segments, entries: TreeEntry[]): unknown {
  const names = entries.map(({ name, children }) => (children ? `${name}/` : name));
  const objects = entries.map(({ name, path, size, modifiedAt, children }) => ({
    name,
    path,
    type: children ? 'directory' : 'file',
    size,
    lastModified: new Date(modifiedAt).toISOString(),
  }));
  const files = objects.map(({ name, type, size, lastModified: modifiedAt }) => ({
    name,
    isDirectory: type === 'directory',
    size,
    modifiedAt,
  }));
  return { names, objects, wrapped: { path: pathText(segments), files } }[form];
}
