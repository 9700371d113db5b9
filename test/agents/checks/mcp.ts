import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localMcpToken } from '../../../start/bringUp';
import { projectRoot } from '../../../start/paths';
import { JOB_IDS } from '../../../sandbox';
import type { AgentsRunning, Check } from '../check';
import { connectMcp, textOf, type McpClient } from '../mcpClient';
import { tableRows } from '../../support/markdownTable';
import { toolRows } from '../toolRows';
import { copyWorkflow, withParameters } from '../workflows';

const WORKFLOW = 'mcpPlatformTools';
const PAGE = join(projectRoot, 'docs', 'dev', 'mcp-tools.md');
const TABLE = /^\| Tool [\s\S]*?\n(?!\|)/m;
const HEAD = ['Tool', 'What it does', 'What it takes'];
const GRAPHQL_CHANGES = /^(run|stop|add|edit|delete|create|duplicate|upload|set)/i;

/** Connects to the published workflow, as a desktop client does. */
async function withClient(
  { n8n }: AgentsRunning,
  path: string,
  use: (client: McpClient) => Promise<void>,
): Promise<void> {
  const client = await connectMcp(`${n8n.baseUrl}/mcp/${path}`, localMcpToken);
  try {
    await use(client);
  } finally {
    await client.close();
  }
}

async function result(client: McpClient, name: string, input: object): Promise<unknown> {
  const answer = await client.callTool({ name, arguments: input });
  assert.ok(!answer.isError, textOf(answer));
  return JSON.parse(textOf(answer));
}

async function failure(client: McpClient, name: string, input: object): Promise<string> {
  const answer = await client.callTool({ name, arguments: input });
  assert.equal(answer.isError, true, textOf(answer));
  return textOf(answer);
}

export const mcpChecks: Check[] = [
  {
    name: 'MCP: a client without the token is refused',
    async run({ n8n }) {
      const url = `${n8n.baseUrl}/mcp/data-platform`;
      for (const token of [undefined, 'another-token']) {
        await assert.rejects(connectMcp(url, token), /Authorization data is wrong/);
      }
    },
  },
  {
    name: 'MCP: the list of tools, with what they take, is that of docs/dev/mcp-tools.md',
    async run(running) {
      await withClient(running, 'data-platform', async (client) => {
        const { tools } = await client.listTools();
        assert.equal(tools.length, 10);
        assert.match(String(client.getInstructions()), /List or Read change nothing/);
        const rows = toolRows(tools);
        const page = await readFile(PAGE, 'utf8');
        if (process.env.UPDATE_DOCS) {
          const table = [HEAD, HEAD.map(() => '---'), ...rows].map(
            (row) => `| ${row.join(' | ')} |`,
          );
          await writeFile(
            PAGE,
            page.replace(TABLE, () => `${table.join('\n')}\n`),
          );
        } else {
          const [table = ''] = TABLE.exec(page) ?? [];
          assert.deepEqual(tableRows(table).slice(2), rows, 'UPDATE_DOCS=1 writes the table');
        }
      });
    },
  },
  {
    name: 'MCP: tools that read answer, and change nothing',
    async run(running) {
      const { sandbox } = running;
      const run = sandbox.store.runsOfJob(JOB_IDS.weatherImport)[0];
      await withClient(running, 'data-platform', async (client) => {
        const before = { ...sandbox.stats.byOperation };
        const names = async (tool: string, input: object) =>
          ((await result(client, tool, input)) as Array<{ name: string }>).map(({ name }) => name);
        assert.ok((await names('List_projects', {})).includes('Energy Forecast'));
        assert.ok((await names('List_jobs', {})).includes('Extract daily sales'));
        const ofProject = await names('List_jobs', { project: 'energy forecast' });
        assert.ok(ofProject.includes('Import weather'));
        assert.ok(!ofProject.includes('Extract daily sales'));
        const runs = (await result(client, 'List_job_runs', {
          job: 'Import weather',
          limit: 2,
        })) as object[];
        assert.equal(runs.length, 3);
        assert.match(JSON.stringify(runs[2]), /There may be more/);
        const log = (await result(client, 'Read_job_log', { run_id: run?.id })) as Array<{
          text: string;
        }>;
        assert.equal(log.length, 1);
        assert.match(String(log[0]?.text), /exit status 6/);
        const files = (await result(client, 'List_configuration_files', {})) as Array<{
          path: string;
          type: string;
        }>;
        assert.ok(files.length > 0);
        const changed = Object.entries(sandbox.stats.byOperation).filter(
          ([name, count]) => GRAPHQL_CHANGES.test(name) && before[name] !== count,
        );
        assert.deepEqual(changed, []);
      });
    },
  },
  {
    name: 'MCP: tools that change something do so, once a call',
    async run(running) {
      const { store } = running.sandbox;
      const { id: projectId } = store.addProject({ name: 'Quick' });
      const script = { queueSeconds: 0, durationSeconds: 1 };
      const { id: jobId } = store.addJob({ name: 'Quick job', projectId, script });
      const slow = store.addJob({
        name: 'Slow job',
        projectId,
        script: { queueSeconds: 0, durationSeconds: 600 },
      });
      await withClient(running, 'data-platform', async (client) => {
        const [waited] = (await result(client, 'Run_job_and_wait', {
          job: 'quick job',
          project: 'Quick',
        })) as Array<Record<string, unknown>>;
        assert.equal(waited?.status, 'SUCCEEDED');
        assert.equal(waited?.jobName, 'Quick job');
        assert.equal(store.runsOfJob(jobId).length, 1);
        const [started] = (await result(client, 'Run_job', { job: 'Slow job' })) as Array<{
          id: string;
        }>;
        assert.equal(store.runsOfJob(slow.id)[0]?.id, started?.id);
        await result(client, 'Stop_job_run', { run_id: started?.id });
        const stopped = (await result(client, 'List_job_runs', { job: 'Slow job' })) as object[];
        assert.match(JSON.stringify(stopped), /KILL|STOP/);
        const path = 'agents/notes.txt';
        const text = 'Ein Gruß, "quoted"\n';
        await result(client, 'Save_configuration_file', { path, text });
        const [file] = (await result(client, 'Read_configuration_file', { path })) as object[];
        assert.deepEqual(file, { path: `/${path}`, size: Buffer.byteLength(text), text });
      });
    },
  },
  {
    name: 'MCP: failures are told as such, each in one text with what to do',
    async run(running) {
      const { api, sandbox } = running;
      const path = 'data-platform-failing';
      await copyWorkflow(api, WORKFLOW, 'mcpFailing000001', {
        'MCP clients': withParameters({ path }),
        'Run job and wait': withParameters({ options: {} }),
      });
      await api.publishWorkflow('mcpFailing000001');
      const big = 'x'.repeat(300 * 1024);
      await withClient(running, path, async (client) => {
        const failed = await failure(client, 'Run_job_and_wait', { job: 'Import weather' });
        const [run] = sandbox.store.runsOfJob(JOB_IDS.weatherImport);
        assert.match(
          failed,
          /Import weather failed after \d+ s: The container exited with code 6 \(run \d+\)/,
        );
        assert.ok(failed.includes(String(run?.id)), failed);
        assert.match(failed, /The last lines of the log:\ncurl forecast.json\nexit status 6/);
        const unknown = await failure(client, 'Run_job', { job: 'Import wether' });
        assert.match(unknown, /There is no job with the name or ID "Import wether"/);
        assert.match(unknown, /"Import weather" in the project "Energy Forecast": 20000000-/);
        assert.match(await failure(client, 'Read_job_log', {}), /run_id/);
        assert.match(
          await failure(client, 'Read_configuration_file', { path: 'nowhere.txt' }),
          /nowhere.txt is not there/,
        );
        await result(client, 'Save_configuration_file', { path: 'big.txt', text: big });
        assert.match(
          await failure(client, 'Read_configuration_file', { path: 'big.txt' }),
          /larger than 256 KiB/,
        );
        sandbox.accidents.add({ kind: 'status', status: 409, operation: 'projects', times: 1 });
        assert.match(await failure(client, 'List_projects', {}), /HTTP 409/);
        await assert.rejects(
          client.callTool({ name: 'No_such_tool', arguments: {} }),
          /Tool not found/,
        );
      });
    },
  },
];
