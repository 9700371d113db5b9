import { parseArgs } from 'node:util';
import { everyRelease, USUAL_RELEASES, type Release } from './releases';

export interface VersionsOptions {
  releases: Release[];
  /** Whether these are all that the registry has: what was downloaded goes again, and what cannot be installed is left out. */
  isAll: boolean;
}

export const USAGE = `The package in the engines of old and new versions of n8n, each on the Node that it needs.

  npm run test:versions -- [options]

  --all            the newest release of each minor version from n8n 1.81 on; takes hours
  --from <name>    the same from this one on, as 2.30; takes some minutes
  --only <names>   only these of them, as 1.81,2.0
  --help           this text

  Without options: n8n ${USUAL_RELEASES.map(({ n8n }) => n8n).join(', ')}. What was downloaded stays in .local/versions, but after --all and --from.
`;

/** @throws Error that says which option cannot be used */
export function readOptions(args: string[]): (() => Promise<VersionsOptions>) | 'help' {
  const { values } = parseArgs({
    args,
    options: {
      all: { type: 'boolean' },
      from: { type: 'string' },
      only: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help) return 'help';
  const { all = false, from, only } = values;
  return async () => {
    const isUsual = !all && from === undefined && only === undefined;
    const releases = isUsual ? USUAL_RELEASES : named(only, await everyRelease(from));
    return { releases, isAll: all || from !== undefined };
  };
}

function named(names: string | undefined, releases: Release[]): Release[] {
  if (names === undefined) return releases;
  return names.split(',').map((name) => {
    const release = releases.find(({ n8n }) => n8n === name);
    if (!release) throw new Error(`The registry has no n8n ${name} that is held to work.`);
    return release;
  });
}
