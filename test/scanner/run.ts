/** `npm run test:scanner`: n8n's scanner of community packages reports what is listed here, and nothing else. The lists only shrink. */
import { mkdir, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { buildPackage } from '../../start/build';
import { runCommand } from '../../start/command';
import { localFolder, projectRoot } from '../../start/paths';
import { Shutdown } from '../../start/shutdown';
import { summarize, type Outcome } from '../support/checks';
import { download } from '../versions/install';

const VERSION = '0.32.0';

/** Findings in the sources, and why each stays. */
const IN_SOURCES = new Map([
  [
    "credentials/DataPlatformApi.credentials.ts: credential-password-field 'tokenPath'",
    'The place of the token in the response to a login, such as data.token: no secret.',
  ],
  [
    "nodes/Projects/resources/project/report.ts: node-param-options-type-unsorted-items 'name'",
    'Periods are in the order of their length.',
  ],
  [
    "nodes/ProjectsTrigger/fields.ts: node-param-multi-options-type-unsorted-items 'name'",
    "Events are in the order of a run's life: started, succeeded, failed.",
  ],
  [
    "nodes/shared/items/storeBinary.ts: no-restricted-imports 'node:stream'",
    "n8n's storage takes a large file as a stream.",
  ],
]);

const CLIENT = 'The client opens connections itself: outside n8n Cloud.';
const TIMERS = 'Time limits and pauses of the client and of undici.';

/** The globals and modules of the archive that n8n Cloud does not allow, each with the reason. */
const IN_ARCHIVE = new Map([
  ["no-restricted-globals '__filename'", 'undici names it in stack traces of fetch.'],
  ["no-restricted-globals 'clearImmediate'", 'undici gives up connections that open too slowly.'],
  ["no-restricted-globals 'clearInterval'", 'undici keeps HTTP/2 sessions alive, which are off.'],
  ["no-restricted-globals 'clearTimeout'", TIMERS],
  ["no-restricted-globals 'globalThis'", 'undici keeps its global agent there.'],
  ["no-restricted-globals 'process'", 'Variables of the environment, and versions of Node.'],
  ["no-restricted-globals 'setImmediate'", 'Long work lets other executions have their turn.'],
  ["no-restricted-globals 'setInterval'", 'undici keeps HTTP/2 sessions alive, which are off.'],
  ["no-restricted-globals 'setTimeout'", TIMERS],
  ["no-restricted-imports 'node:buffer'", CLIENT],
  ["no-restricted-imports 'node:dns'", "n8n's network policy judges resolved addresses."],
  ["no-restricted-imports 'node:fs'", 'Packages of a deploy are put together in temporary files.'],
  ["no-restricted-imports 'node:fs/promises'", 'The same.'],
  ["no-restricted-imports 'node:os'", 'The same: where temporary files are.'],
  ["no-restricted-imports 'node:path'", 'The same, and paths of configuration files.'],
  ["no-restricted-imports 'node:stream'", 'Files are never held in memory as a whole.'],
  ["no-restricted-imports 'node:stream/promises'", 'The same.'],
  ["no-restricted-imports 'node:timers/promises'", TIMERS],
  ["no-restricted-imports 'node:tls'", CLIENT],
  [
    "no-restricted-imports 'node:util'",
    'Promises of older functions of Node, and how undici prints.',
  ],
  ["no-restricted-imports 'node:zlib'", 'Compressed responses, and ZIP archives.'],
]);

interface Scanner {
  analyzePackage(
    folder: string,
    patterns: string[],
  ): Promise<{ passed: boolean; message?: string; details?: string }>;
  SOURCE_FILE_PATTERNS: string[];
}

const shutdown = new Shutdown();

async function run(): Promise<number> {
  const folder = await download(`scanner-${VERSION}`, { '@n8n/scan-community-package': VERSION });
  const file = join(folder, 'node_modules/@n8n/scan-community-package/scanner/scanner.mjs');
  const scanner = (await import(pathToFileURL(file).href)) as Scanner;
  const sources = await findings(scanner, projectRoot, scanner.SOURCE_FILE_PATTERNS);
  // The scanner reads a published package by these patterns.
  const archive = await findings(scanner, await unpackedPackage(), ['**/*.js', 'package.json']);
  return summarize([
    ...compare(
      'sources',
      sources.map(({ file, what }) => `${file}: ${what}`),
      IN_SOURCES,
    ),
    ...compare(
      'archive',
      archive.map(({ what }) => what),
      IN_ARCHIVE,
    ),
  ]);
}

interface Finding {
  file: string;
  /** Rule and first quoted text of the message. */
  what: string;
}

/** Reads the report, in which each file is a line, and each of its findings an indented line. */
async function findings(scanner: Scanner, folder: string, patterns: string[]): Promise<Finding[]> {
  const { passed, message, details = '' } = await scanner.analyzePackage(folder, patterns);
  let file = '';
  const found = stripVTControlCharacters(details)
    .split('\n')
    .flatMap((line): Finding[] => {
      if (line.startsWith(folder)) file = relative(folder, line.trim());
      const [, text = '', rule] = /^ +\d+:\d+ +error +(.*) (\S+)$/.exec(line) ?? [];
      if (rule === undefined) return [];
      return [
        { file, what: `${rule.split('/').at(-1)} ${/'[^']*'/.exec(text)?.[0] ?? text.trim()}` },
      ];
    });
  if (!passed && found.length === 0) throw new Error(`The scanner failed: ${message}\n${details}`);
  return found;
}

/** A finding passes if it is listed, and an entry of the list if it is found. */
function compare(where: string, found: string[], listed: Map<string, string>): Outcome[] {
  return [...new Set([...found, ...listed.keys()])].map((finding) => {
    const isFound = found.includes(finding);
    const isPassed = isFound && listed.has(finding);
    const state = isFound
      ? 'reported, and not listed'
      : 'no longer reported: take it out of the list';
    return { name: `${finding} in the ${where} is ${state}`, isPassed };
  });
}

async function unpackedPackage(): Promise<string> {
  const unpacked = join(localFolder, 'scanned');
  const archive = await buildPackage(console.log);
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });
  await runCommand('tar', ['-xzf', archive, '-C', unpacked, '--strip-components=1'], projectRoot);
  return unpacked;
}

void shutdown.exitAfter(run());
