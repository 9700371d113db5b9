import { fieldsOf } from '../../text/values';
import { isBelow, type MountPath } from '../paths';

/** The name of a value as received, and its path from the top, which may not be valid. */
interface NamedPath {
  name: string;
  path: string;
}

/** Why a listing has no single meaning, and what to do. */
interface NamesProblem {
  problem: string;
  hint: string;
}

const SEVERAL_MEANINGS = 'can be read in two ways';
const RENAME = 'Rename the inner folder, or add a file with another name to the outer one.';

/**
 * Reads how a listing names its entries. Each question is decided once for the whole listing: an entry alone does not
 * tell whether `spark/` in the folder `/spark` is this folder or one inside it.
 * @returns undefined if a value has no name
 */
export function readNames(
  values: readonly unknown[],
  folder: MountPath,
): NamedPath[] | NamesProblem | undefined {
  const names = namesOf(values, folder);
  if (names === undefined || 'problem' in names) return names;
  const bare = names.map(withoutSlash);
  const start = startOf(bare, folder);
  if (typeof start !== 'string') return start;
  return names.map((name, index) => {
    const own = bare[index] ?? '';
    return { name, path: own.startsWith('/') ? own : `${start}/${own}` };
  });
}

/** `path` is the whole path, or the folder of the entry that `name` names. */
function namesOf(
  values: readonly unknown[],
  folder: MountPath,
): string[] | NamesProblem | undefined {
  const entries = values.map((value) => (typeof value === 'string' ? { name: value } : value));
  const pairs = entries.map(fieldsOf).flatMap((fields) => (hasBoth(fields) ? [fields] : []));
  const areWhole = pairs.every(({ path, name }) =>
    `/${withoutSlash(path)}`.endsWith(`/${withoutSlash(name)}`),
  );
  const isOfFolder = ({ path }: Pair) => fromTop(withoutSlash(path)) === folder;
  if (pairs.length > 0 && folder !== '/' && areWhole && pairs.every(isOfFolder)) {
    const hint = `Its only path is ${folder} itself, which may be this folder or the one that contains the entry. ${RENAME}`;
    return { problem: SEVERAL_MEANINGS, hint };
  }
  const names: string[] = [];
  for (const fields of entries.map(fieldsOf)) {
    const { path, name } = fields;
    const given = hasBoth(fields) && !areWhole ? joined(fields) : (path ?? name);
    const found = typeof given === 'string' ? given : name;
    if (typeof found !== 'string') return undefined;
    names.push(found);
  }
  return names;
}

interface Pair {
  path: string;
  name: string;
}

function hasBoth(fields: Record<string, unknown>): fields is Record<string, unknown> & Pair {
  const { path, name } = fields;
  return typeof path === 'string' && typeof name === 'string';
}

function joined({ path, name }: Pair): string {
  return path === '' ? name : `${withoutSlash(path)}/${name}`;
}

/** @param names without a slash at the end */
function startOf(names: readonly string[], folder: MountPath): string | NamesProblem {
  if (folder === '/') return '';
  // A slash in front means the top folder.
  const fromTopOnly = names.filter((name) => name.startsWith('/') && name !== folder);
  const others = names.filter((name) => !name.startsWith('/'));
  if (fromTopOnly.length > 0 && !(others.length === 0 && fromTopOnly.every(isIn(folder)))) {
    const hint = 'Some of its paths start at the top folder, and others are not in this folder.';
    return { problem: 'contains paths of other folders', hint };
  }
  if (!others.every(isIn(folder))) return folder;
  // A listing of several levels also names the folders on the way, so one without a bare name starts at the top.
  const bare = others.filter((name) => !name.includes('/'));
  if (bare.length === 0) return '';
  if (bare.length === others.length) return folder;
  const hint = `"${bare[0]}" may be this folder or one inside it. ${RENAME} If there is no inner folder, the service lists the folder itself: use "Raw Response" of Get Many.`;
  return { problem: SEVERAL_MEANINGS, hint };
}

function isIn(folder: MountPath) {
  return (name: string) => fromTop(name) === folder || isBelow(fromTop(name), folder);
}

function fromTop(name: string): string {
  return name.startsWith('/') ? name : `/${name}`;
}

function withoutSlash(text: string): string {
  return text.replace(/\/$/, '');
}
