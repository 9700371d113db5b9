import { execFile } from 'node:child_process';
import path from 'node:path';

const MAIN = path.join(__dirname, 'main.ts');
const TSX = require.resolve('tsx/cli');
/** A taste beside the other tests; `.ci/run` plays more of them in a step of its own. */
const SEQUENCES = 15;
const LIMIT_MS = 12 * 60_000;

interface Ended {
  code: number;
  text: string;
}

async function chaos(...given: string[]): Promise<Ended> {
  return await new Promise((resolve) => {
    const limits = { maxBuffer: 2 ** 28, timeout: LIMIT_MS };
    execFile(process.execPath, [TSX, MAIN, ...given], limits, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code ?? 1) : 0, text: stdout + stderr });
    });
  });
}

describe('chaos', () => {
  it(
    `${SEQUENCES} random sequences of accidents: no double effect, no false report, no secret`,
    async () => {
      const { text } = await chaos('--packed', '--sequences', String(SEQUENCES));
      // What failed is told with the command that plays it again.
      expect(text.slice(-20_000)).toContain(`${SEQUENCES} sequences`);
      expect(text.slice(-20_000)).toContain(': 0 failed');
    },
    LIMIT_MS,
  );

  it('reports how it is used', async () => {
    const { code, text } = await chaos('--help');
    expect(code).toBe(0);
    expect(text).toContain('--only <seed>');
  });

  it('an unknown option is an error with the same text', async () => {
    const { code, text } = await chaos('--sequenzes', '3');
    expect(code).toBe(2);
    expect(text).toContain('--sequences <n>');
  });
});
