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

const PORTS_FORMAT = 'as a JSON array, for example [8080, { "number": 9000, "name": "metrics" }]';
const VOLUMES_FORMAT = 'as a JSON array, for example [{ "path": "/data", "volume": "models" }]';

/**
 * Reads ports. Fields other than `number` and `isRewriteUrl` are sent unchanged, because the live schema checks them.
 * @param ports list or its JSON text; a number in the list is a port without a name
 */
export function readPorts(ports: unknown): AppPort[] {
  return readArray(ports, 'ports', PORTS_FORMAT).map((entry) => {
    const written: Record<string, unknown> = isObject(entry) ? entry : { number: entry };
    const {
      port,
      number: writtenNumber = port,
      rewriteUrl = false,
      isRewriteUrl = rewriteUrl,
      ...others
    } = written;
    const number =
      typeof writtenNumber === 'string' ? Number(writtenNumber.trim() || undefined) : writtenNumber;
    if (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65_535) {
      throw new InvalidInputError(
        'Each port needs a number between 1 and 65535',
        `Write ports ${PORTS_FORMAT}. Nothing was sent.`,
      );
    }
    if (typeof isRewriteUrl !== 'boolean') {
      throw new InvalidInputError(
        'The field "isRewriteUrl" of a port must be true or false',
        `Write ports ${PORTS_FORMAT}. Nothing was sent.`,
      );
    }
    return { ...others, number, isRewriteUrl };
  });
}

/**
 * @param volumes list of volumes with their mount paths, or its JSON text
 * @param projectVolumes volumes of the project, for finding a volume by its name
 */
export function readVolumes(
  volumes: unknown,
  projectVolumes: ReadonlyArray<{ id: string; name?: string }>,
): AppVolume[] {
  return readArray(volumes, 'volumes', VOLUMES_FORMAT).map((entry) => {
    const { path, volumeId, volume = volumeId, ...others } = toObject(entry);
    const { id, name } = toObject(volume);
    const idOrName = id ?? name ?? volume;
    if (typeof path !== 'string' || typeof idOrName !== 'string') {
      throw new InvalidInputError(
        'Each volume needs a path and a volume',
        `Write volumes ${VOLUMES_FORMAT}. Nothing was sent.`,
      );
    }
    return { ...others, path, volumeId: findVolumeId(idOrName, projectVolumes) };
  });
}

function findVolumeId(
  idOrName: string,
  projectVolumes: ReadonlyArray<{ id: string; name?: string }>,
): string {
  const found = projectVolumes.filter(
    ({ id, name }) => id === idOrName.toLowerCase() || name === idOrName,
  );
  if (found.length === 1) return found[0]?.id ?? idOrName;
  // Some platforms do not list their volumes.
  if (projectVolumes.length === 0 && isUuid(idOrName)) return idOrName;
  throw new InvalidInputError(
    `The project has ${found.length === 0 ? 'no volume' : `${found.length} volumes`} "${cleanName(idOrName)}"`,
    "Use the name or the ID of a volume in the app's project. Nothing was sent.",
  );
}

function readArray(input: unknown, nouns: string, format: string): unknown[] {
  if (typeof input === 'string' && input.trim() === '') return [];
  const value = typeof input === 'string' ? parseUserJson(input, nouns) : input;
  if (Array.isArray(value)) return value;
  throw new InvalidInputError(`The ${nouns} are not a JSON array`, `Write them ${format}.`);
}
