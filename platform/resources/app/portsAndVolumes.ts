import { InvalidInputError } from '../../common/errors/errors';
import { isUuid } from '../../common/input/identifiers';
import { parseUserJson } from '../../common/input/userJson';
import { cleanName } from '../../common/text/text';
import { toObject, isObject } from '../../common/text/values';

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
const VOLUMES_FORM = 'as a JSON array, for example [{ "path": "/data", "volume": "models" }]';

/**
 * Other fields of a port are sent unchanged, because the live schema checks them.
 * @param given list of ports, or its JSON text; a number is a port without a name
 */
export function readPorts(given: unknown): AppPort[] {
  return listFrom(given, 'ports', PORTS_FORM).map((entry) => {
    const written: Record<string, unknown> = isObject(entry) ? entry : { number: entry };
    const {
      port,
      number: wanted = port,
      rewriteUrl = false,
      isRewriteUrl = rewriteUrl,
      ...others
    } = written;
    const number = typeof wanted === 'string' ? Number(wanted.trim() || undefined) : wanted;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65_535) {
      throw new InvalidInputError(
        'Each port needs a number between 1 and 65535',
        `Write ports ${PORTS_FORM}. Nothing was sent.`,
      );
    }
    if (typeof isRewriteUrl !== 'boolean') {
      throw new InvalidInputError(
        'One of the ports has an "isRewriteUrl" that is neither true nor false',
        `Write ports ${PORTS_FORM}. Nothing was sent.`,
      );
    }
    return { ...others, number, isRewriteUrl };
  });
}

/**
 * @param given list of volumes with their mount paths, or its JSON text
 * @param known volumes of the project, for volumes that are given by name
 */
export function readVolumes(
  given: unknown,
  known: ReadonlyArray<{ id: string; name?: string }>,
): AppVolume[] {
  return listFrom(given, 'volumes', VOLUMES_FORM).map((entry) => {
    const { path, volumeId, volume = volumeId, ...others } = toObject(entry);
    const { id, name } = toObject(volume);
    const named = id ?? name ?? volume;
    if (typeof path !== 'string' || typeof named !== 'string') {
      throw new InvalidInputError(
        'Each volume needs a path and a volume',
        `Write volumes ${VOLUMES_FORM}. Nothing was sent.`,
      );
    }
    return { ...others, path, volumeId: findVolumeId(named, known) };
  });
}

function findVolumeId(named: string, known: ReadonlyArray<{ id: string; name?: string }>): string {
  const found = known.filter(({ id, name }) => id === named.toLowerCase() || name === named);
  if (found.length === 1) return found[0]?.id ?? named;
  // Some platforms do not list their volumes.
  if (known.length === 0 && isUuid(named)) return named;
  throw new InvalidInputError(
    `The project has ${found.length === 0 ? 'no volume' : `${found.length} volumes`} "${cleanName(named)}"`,
    "Use the name or the ID of a volume in the app's project. Nothing was sent.",
  );
}

function listFrom(given: unknown, what: string, form: string): unknown[] {
  if (typeof given === 'string' && given.trim() === '') return [];
  const value = typeof given === 'string' ? parseUserJson(given, what) : given;
  if (Array.isArray(value)) return value;
  throw new InvalidInputError(`The ${what} are not a JSON array`, `Write them ${form}.`);
}
