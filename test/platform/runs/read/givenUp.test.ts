import { introspectionFromSchema } from 'graphql';
import type { Platform } from '../../../../platform/connection/platform';
import { withTechnologyLabels } from '../../../../platform/resources/catalog/technologyLabels';
import { JOB_RUNS } from '../../../../platform/runs/kinds';
import { readFailureLog } from '../../../../platform/runs/logs/failureLog';
import { loadParentNames } from '../../../../platform/runs/read/parentNames';
import { readRunVariables } from '../../../../platform/runs/read/variables';
import { RECENT } from '../../../support/generationSchemas';
import { uuid } from '../../../support/ids';
import { startRawPlatform } from '../../../support/rawPlatform';
import { sendJson } from '../../../support/rawServer';
import { TestClock } from '../../../support/testClock';

const ID = uuid(1);
const FAILED = { id: ID, status: 'FAILED' };

const READS: ReadonlyArray<[what: string, read: (platform: Platform) => Promise<unknown>]> = [
  ['the log of a run', ({ projects }) => readFailureLog(projects, JOB_RUNS, FAILED, 5)],
  ['variables', ({ projects }) => readRunVariables(projects, JOB_RUNS, ID)],
  ['names', ({ projects }) => loadParentNames(projects, JOB_RUNS, ID)],
  ['labels', (platform) => withTechnologyLabels(platform, [{ technology: { id: ID } }])],
];

describe.each([
  ['answers 503', 'all', 503],
  ['answers 503 but for its schema', 'other', 503],
  ['is silent', 'all', 0],
  ['is silent but for its schema', 'other', 0],
])('of a platform that %s', (_name, which, status) => {
  test.each(READS)(
    '%s that are given up leave no request and no pause behind',
    async (_what, read) => {
      const clock = new TestClock();
      let open = 0;
      const platform = await startRawPlatform(({ query }, response) => {
        if (which === 'other' && /__schema|__typename/.test(query))
          return sendJson(response, {
            data: { ...introspectionFromSchema(RECENT), __typename: 'Query' },
          });
        open++;
        response.on('close', () => open--);
        if (status > 0) response.writeHead(status, { 'retry-after': '50' }).end();
        return undefined;
      });
      await clock.until(read(platform.connect()).catch(() => undefined));
      await clock.pass(1_000);
      expect({ open, pauses: clock.keepAliveTimerCount }).toEqual({ open: 0, pauses: 0 });
    },
  );
});
