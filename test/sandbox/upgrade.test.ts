import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { JOB_IDS, PROJECT_IDS, TECHNOLOGY_IDS } from '../../sandbox';
import { clientOf, closeSandboxes, dataOf, sandboxWith, START } from './client';

afterEach(closeSandboxes);

const RUN_ID = '21000000-0000-4000-8000-000000000001';
const SCRIPT =
  '{"queueSeconds":1,"durationSeconds":5,"outcome":"SUCCEEDED","outcomeDetails":null,"killSeconds":1,"logLines":[{"stream":"STDOUT","value":"hello"}]}';

/** A database as the sandbox made it before pipelines, versions and apps. */
function writeEarlierDatabase(file: string): void {
  const database = new DatabaseSync(file);
  database.exec(`
    CREATE TABLE project (id TEXT PRIMARY KEY, name TEXT NOT NULL, description TEXT, creator TEXT NOT NULL);
    CREATE TABLE job (
      id TEXT PRIMARY KEY, project_id TEXT NOT NULL REFERENCES project(id) ON DELETE CASCADE, name TEXT NOT NULL,
      alias TEXT NOT NULL, description TEXT, category TEXT NOT NULL, technology_id TEXT NOT NULL,
      version_number INTEGER NOT NULL, created_at INTEGER NOT NULL, script TEXT NOT NULL
    );
    CREATE TABLE run (
      id TEXT PRIMARY KEY, job_id TEXT NOT NULL REFERENCES job(id) ON DELETE CASCADE, number INTEGER NOT NULL,
      version_number INTEGER NOT NULL, requested_at INTEGER NOT NULL, stopped_at INTEGER, script TEXT NOT NULL
    );
    INSERT INTO project VALUES ('${PROJECT_IDS.retail}', 'Old', NULL, 'somebody');
    INSERT INTO job VALUES ('${JOB_IDS.priceWatch}', '${PROJECT_IDS.retail}', 'Job', 'Job', NULL, 'Processing',
      '${TECHNOLOGY_IDS.python}', 1, ${START}, '${SCRIPT}');
    INSERT INTO run VALUES ('${RUN_ID}', '${JOB_IDS.priceWatch}', 1, 1, ${START}, NULL, '${SCRIPT}');
  `);
  database.close();
}

test('a database of an earlier sandbox still opens, and gets a catalog', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  const database = join(folder, 'sandbox.sqlite');
  try {
    writeEarlierDatabase(database);
    for (const opening of ['first', 'second']) {
      const sandbox = await sandboxWith({ database });
      const { projects, filteredLogs } = dataOf(
        await (
          await clientOf(sandbox)
        )(`{
          projects { name status jobs { isScheduled versions { number isCurrent } instances { status runTrigger { triggerType } version { number } } } }
          filteredLogs(jobInstanceID: "${RUN_ID}", streams: []) { content { value } }
        }`),
      );
      expect([opening, projects]).toEqual([
        opening,
        [
          {
            name: 'Old',
            status: 'READY',
            jobs: [
              {
                isScheduled: false,
                versions: [{ number: 1, isCurrent: true }],
                instances: [
                  {
                    status: 'SUCCEEDED',
                    runTrigger: { triggerType: 'MANUAL_JOB' },
                    version: { number: 1 },
                  },
                ],
              },
            ],
          },
        ],
      ]);
      expect(filteredLogs).toEqual({ content: [{ value: 'hello' }] });
      expect(sandbox.store.catalog.repositories()).toHaveLength(2);
      await closeSandboxes();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});
