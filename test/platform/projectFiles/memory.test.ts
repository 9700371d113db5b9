import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const ROOT = path.resolve(__dirname, '../../..');
const JOBS = 12;
const MEBIBYTES = 180;

interface Report {
  zipMiB: number;
  growthMiB: number;
  deployed: Record<string, number>;
  planned: Record<string, number>;
  deployedAgain: Record<string, number>;
}

// In n8n's engine, with up to 250 MiB: `npm run bench -- grow-packages`.
test('packages are deployed, exported and compared in less memory than they have bytes', async () => {
  const program = 'test/platform/projectFiles/largeProject.ts';
  const words = ['--import', 'tsx', program, JOBS, MEBIBYTES, 3, 2].map(String);
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: ROOT });
  const { zipMiB, growthMiB, ...counts } = JSON.parse(stdout) as Report;
  expect(zipMiB).toBeGreaterThanOrEqual(MEBIBYTES);
  // 80 to 92 alone; beside other tests the garbage stays for longer.
  expect(growthMiB).toBeLessThan(170);
  // The project itself is one more.
  const all = JOBS + 3 + 2 + 1;
  expect(counts).toMatchObject({
    deployed: { created: all },
    planned: { unchanged: all },
    deployedAgain: { unchanged: all },
  });
});
