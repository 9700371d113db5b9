import { chanceOf, type Chance } from './randomProject';

/** A mistake or a change in the files of a project, as a person or a merge makes it. */
export interface Mutation {
  files: Map<string, Buffer>;
  /** The target file that says it, where one does. */
  targetFile?: string;
  /** For a failed test. */
  what: string;
}

type Files = ReadonlyMap<string, Buffer>;
type Place = Array<string | number>;

const TEXTS = [
  ...['', ' ', 'x'.repeat(300), 'x'.repeat(254), 'a/b', 'a/b.zip', '../x', '/data', 'data', '_A'],
  ...['A-B', ' A ', 'Été', 'a b', '0', 'nul', '0 6 * * *', '1 2', '10 GB', '1 KB', '0 GB', '-1 GB'],
  ...['Mars/Base', 'nobody', 'a@b.example', 'A', 'x\ny', '.', 'AllSuccess', 'FAILED'],
];
const NUMBERS = [-1, 0, 1, 1.5, 80, 70_000, 1e15];
/** JSON can say more than a number can be. */
const TOO_LARGE = '<too large>';
/** A place that is taken away. */
const NOTHING = Symbol('nothing');

const isSettings = (path: string) => /^(?:[^/]+\/)?[^/]+\.json$/.test(path);

/** The same mutation again for the same seed. */
export function mutatedProject(files: Files, seed: number): Mutation {
  const chance = chanceOf(seed);
  const paths = [...files.keys()].filter(
    (path) => isSettings(path) && path !== 'project.json' && String(files.get(path)) !== '[]\n',
  );
  const path = chance.of(paths);
  const kind = chance.below(10);
  if (kind === 0) return movedFile(files, path, chance);
  if (kind === 1) return copiedFile(files, path, chance);
  const [place, value] = changedPlace(files, path, chance);
  const what = `${path} ${place.join('.')} = ${String(JSON.stringify(value)).slice(0, 80)}`;
  const [part = '', name = ''] = path.replace(/\.json$/, '').split('/');
  const isPatchable = path.includes('/') && !place.includes('variables') && kind < 4;
  if (isPatchable && place.every((step) => typeof step === 'string')) {
    const file = readJson(files, path) as { name: string; alias?: string };
    const key = part === 'volumes' ? file.name : (file.alias ?? name);
    const patch = place.reduceRight<unknown>(
      (inner, step) => ({ [step]: inner }),
      value === NOTHING ? null : value,
    );
    const target = { [part]: { [key]: patch } };
    return {
      files: new Map([...files, ['targets/one.json', bytesOf(target)]]),
      targetFile: 'one',
      what: `by a target file, ${what}`,
    };
  }
  const changed = withValue(readJson(files, path), place, value);
  return { files: new Map([...files, [path, bytesOf(changed)]]), what };
}

/** A name that is nearly right. */
function movedFile(files: Files, path: string, { of }: Chance): Mutation {
  const to = of([
    path.replace(/\.json$/, '.JSON'),
    path.replace(/s\//, '/'),
    path.replace(/\//, '/more/'),
    path.toUpperCase(),
    'nowhere.txt',
  ]);
  const moved = [...files].map(([name, bytes]): [string, Buffer] => [
    name === path ? to : name,
    bytes,
  ]);
  return { files: new Map(moved), what: `${path} becomes ${to}` };
}

/** Two of nearly one name. */
function copiedFile(files: Files, path: string, { of, is }: Chance): Mutation {
  const copy = readJson(files, path);
  const to = path.replace(/\.json$/, '_copy.json');
  if (typeof copy !== 'object' || copy === null || Array.isArray(copy)) {
    return { files: new Map(files), what: 'nothing' };
  }
  const { name = '', alias, ...rest } = copy as Record<string, string | undefined>;
  const cased = of([(text: string) => text, (text: string) => text.toUpperCase()]);
  const file = {
    ...rest,
    name: cased(name),
    ...(alias !== undefined && is(0.7) && { alias: is(0.5) ? cased(alias) : `${alias}_copy` }),
  };
  const copied: Array<[string, Buffer]> = [[to, bytesOf(file)]];
  return {
    files: new Map([...files, ...copied]),
    what: `${path} twice: ${JSON.stringify(file).slice(0, 200)}`,
  };
}

function changedPlace(files: Files, path: string, { of, is, below }: Chance): [Place, unknown] {
  const file = readJson(files, path);
  const all = [...placesIn(file)];
  const place = of(all);
  const before = valueIn(file, place);
  if (is(0.1)) return [place, NOTHING];
  if (is(0.05)) return [place, of([null, {}, [], [null], true, 'text', 7])];
  if (typeof before === 'string') {
    // What other files say in the same place.
    const others = [...files.keys()]
      .filter(isSettings)
      .map((other) => valueIn(readJson(files, other), place))
      .filter((value) => typeof value === 'string');
    return [place, of([...TEXTS, before.toUpperCase(), `${before}2`, of([before, ...others])])];
  }
  if (typeof before === 'number') return [place, of([...NUMBERS, TOO_LARGE])];
  if (typeof before === 'boolean') return [place, !before];
  if (Array.isArray(before)) {
    const at = below(before.length);
    return [place, of([[], [...before, before[at]], before.filter((_, index) => index !== at)])];
  }
  return [place, of([{}, NOTHING])];
}

function* placesIn(value: unknown, place: Place = []): Generator<Place> {
  if (place.length > 0) yield place;
  if (typeof value !== 'object' || value === null) return;
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  for (const [name, member] of members) yield* placesIn(member, [...place, name]);
}

function valueIn(value: unknown, place: Place): unknown {
  let here = value;
  for (const step of place) here = new Map(Object.entries(here ?? {})).get(String(step));
  return here;
}

function withValue(value: unknown, [step, ...rest]: Place, to: unknown): unknown {
  if (step === undefined) return to;
  const list = Array.isArray(value);
  const members = Object.entries(value ?? {}).map(([name, member]): [string, unknown] => [
    name,
    name === String(step) ? withValue(member, rest, to) : member,
  ]);
  const kept = members.filter(([, member]) => member !== NOTHING);
  return list ? kept.map(([, member]) => member) : Object.fromEntries(kept);
}

function readJson(files: Files, path: string): unknown {
  return JSON.parse(String(files.get(path)));
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value, null, 2).replaceAll(`"${TOO_LARGE}"`, '1e999'));
}
