import { InvalidInputError } from '../../errors/errors';
import { isUuid } from '../../input/identifiers';
import { excerpt } from '../../text/text';
import { repeatedName } from '../../text/strictJson';
import { isObject } from '../../text/values';

export interface AppPort {
  name?: string | null;
  number: number;
  isRewriteUrl: boolean;
  basePathVariableName?: string | null;
  /** `PROJECT` or `PUBLIC`. */
  scope?: string | null;
}

export interface AppVolume {
  path: string;
  volumeId: string;
}

const PORTS_FORM = 'as a JSON array, for example [8080, { "number": 9000, "name": "metrics" }]';
const PORT_TEXTS = ['name', 'basePathVariableName', 'scope'];
const PORT_FIELDS = ['number', 'port', 'isRewriteUrl', 'rewriteUrl', ...PORT_TEXTS];
const VOLUME_FIELDS = ['path', 'volume', 'volumeId'];

function rewritesUrl({ isRewriteUrl, rewriteUrl = false }: Record<string, unknown>): boolean {
  const given = isRewriteUrl ?? rewriteUrl ?? false;
  if (typeof given === 'boolean') return given;
  throw wrongEntry('ports', 'has an "isRewriteUrl" that is neither true nor false', PORTS_FORM);
}

function requireKnown(
  written: Record<string, unknown>,
  known: readonly string[],
  what: string,
  form: string,
): void {
  const stray = Object.keys(written).find((name) => !known.includes(name));
  if (stray === undefined) return;
  throw wrongEntry(what, `has an unknown field "${excerpt(stray, [], 100)}"`, form);
}

function wrongEntry(what: string, problem: string, form: string): InvalidInputError {
  return new InvalidInputError(
    `One of the ${what} ${problem}`,
    `Write them ${form}. Nothing was sent.`,
  );
}

/** @param given a list of ports, or JSON text of one; a number stands for a port without a name */
export function readPorts(given: unknown): AppPort[] {
  return listFrom(given, 'ports', PORTS_FORM).map((entry) => {
    const written: Record<string, unknown> = isObject(entry) ? entry : { number: entry };
    requireKnown(written, PORT_FIELDS, 'ports', PORTS_FORM);
    const given = written.number ?? written.port;
    const number = typeof given === 'string' ? Number(given.trim() || undefined) : given;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65_535) {
      throw new InvalidInputError(
        'Each port needs a number between 1 and 65535',
        `Write ports ${PORTS_FORM}. Nothing was sent.`,
      );
    }
    return {
      number,
      isRewriteUrl: rewritesUrl(written),
      ...textsOf(written, PORT_TEXTS),
    };
  });
}

/**
 * @param given a list of volumes with the paths that they are mounted at, or JSON text of one
 * @param known those of the project: a volume may be named by its name
 */
export function readVolumes(
  given: unknown,
  known: ReadonlyArray<{ id: string; name?: string }>,
): AppVolume[] {
  const form = 'as a JSON array, for example [{ "path": "/data", "volume": "models" }]';
  return listFrom(given, 'volumes', form).map((entry) => {
    const written: Record<string, unknown> = isObject(entry) ? entry : {};
    requireKnown(written, VOLUME_FIELDS, 'volumes', form);
    const { path, volume = written.volumeId } = written;
    const named = isObject(volume) ? (volume.id ?? volume.name) : volume;
    if (typeof path !== 'string' || typeof named !== 'string') {
      throw new InvalidInputError(
        'Each volume needs a path and a volume',
        `Write volumes ${form}. Nothing was sent.`,
      );
    }
    return { path, volumeId: volumeIdOf(named, known) };
  });
}

function volumeIdOf(named: string, known: ReadonlyArray<{ id: string; name?: string }>): string {
  const found = known.filter(({ id, name }) => id === named.toLowerCase() || name === named);
  if (found.length === 1) return found[0]?.id ?? named;
  // If the platform does not list its volumes.
  if (known.length === 0 && isUuid(named)) return named;
  throw new InvalidInputError(
    `The project has ${found.length === 0 ? 'no volume' : `${found.length} volumes`} "${excerpt(named, [], 100)}"`,
    "Use the name or the ID of a volume in the app's project. Nothing was sent.",
  );
}

function listFrom(given: unknown, what: string, form: string): unknown[] {
  let value = given;
  if (typeof given === 'string') {
    if (given.trim() === '') return [];
    try {
      value = JSON.parse(given);
    } catch {
      value = undefined;
    }
    const twice = value === undefined ? undefined : repeatedName(given);
    if (twice !== undefined)
      throw wrongEntry(what, `contains "${excerpt(twice, [], 100)}" twice`, form);
  }
  if (Array.isArray(value)) return value;
  throw new InvalidInputError(`The ${what} are not a JSON array`, `Write them ${form}.`);
}

function textsOf(written: Record<string, unknown>, names: string[]): Partial<AppPort> {
  const texts = Object.entries(written).filter(
    ([name, value]) => names.includes(name) && value !== null && value !== '',
  );
  const wrong = texts.find(([, value]) => typeof value !== 'string');
  if (wrong) throw wrongEntry('ports', `has a "${wrong[0]}" that is not text`, PORTS_FORM);
  return Object.fromEntries(texts);
}
