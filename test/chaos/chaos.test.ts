import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A taste beside the other tests; `.ci/run` plays more of them in a step of its own. */
const SEQUENCES = 15;
const LIMIT_MS = 12 * 60_000;

test(
  `${SEQUENCES} random sequences of accidents: no double effect, no false report, no secret`,
  () => {
    const main = [require.resolve('tsx/cli'), path.join(__dirname, 'main.ts')];
    const given = ['--packed', '--processes', '1', '--sequences', String(SEQUENCES)];
    const limits = { encoding: 'utf8', maxBuffer: 2 ** 28, timeout: LIMIT_MS } as const;
    const { stdout, stderr } = spawnSync(process.execPath, [...main, ...given], limits);
    // What failed is reported with the command that plays it again.
    const text = (stdout + stderr).slice(-20_000);
    expect(text).toContain(`${SEQUENCES} sequences`);
    expect(text).toContain(': 0 failed');
  },
  LIMIT_MS,
);
