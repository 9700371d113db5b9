import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { localMcpToken } from '../../../start/bringUp';
import { projectRoot } from '../../../start/paths';
import { JOB_IDS } from '../../../sandbox';
import { readTableRows } from '../../support/markdownTable';
import { McpClient, type McpTool } from '../mcpClient';
import { copyWorkflow, withParameters, type AgentsCheck, type AgentsRunning } from '../workflows';

const WORKFLOW = 'mcpPlatformTools';
const PAGE = join(projectRoot, 'docs', 'dev', 'mcp-tools.md');
const TABLE = /^\| Tool [\s\S]*?\n(?!\|)/m;
const HEAD = ['Tool', 'What it does', 'Parameters'];
const NODE = 'n8n-nodes-data-platform.dataPlatformProjects';
const GRAPHQL_CHANGES = /^(run|stop|add|edit|delete|create|duplicate|upload|set)/i;

/** Connects to a published workflow. */
const withClient = async (
  { n8n }: AgentsRunning,
  use: (client: McpClient) => Promise<void>,
  path = 'data-platform',
) => await McpClient.with(`${n8n.baseUrl}/mcp/${path}`, localMcpToken, use);

export const mcpChecks: AgentsCheck[] = [
  {
    name: 'MCP: a client without the token is refused',
    async run({ n8n }) {
      for (const token of [undefined, 'another-token']) {
        const connected = McpClient.with(`${n8n.baseUrl}/mcp/data-platform`, token, async () => {});
        await assert.rejects(connected, /Authorization data is wrong/);
      }
    },
  },
  {
    name: 'MCP: the list of tools, with what they take, is that of docs/dev/mcp-tools.md',
    async run(running) {
      await withClient(running, async ({ official }) => {
        const { tools } = await official.listTools();
        assert.equal(tools.length, 10);
        assert.match(String(official.getInstructions()), /List or Read change nothing/);
        const rows = toolRows(tools);
        const page = await readFile(PAGE, 'utf8');
        if (process.env.UPDATE_DOCS) {
          const lines = [HEAD, HEAD.map(() => '---'), ...rows];
          const table = lines.map((row) => `| ${row.join(' | ')} |\n`).join('');
          await writeFile(
            PAGE,
            page.replace(TABLE, () => table),
          );
        } else {
          const [table = ''] = TABLE.exec(page) ?? [];
          assert.deepEqual(readTableRows(table).slice(2), rows, 'UPDATE_DOCS=1 writes the table');
        }
      });
    },
  },
  {
    name: 'MCP: tools that read answer, and change nothing',
    async run(running) {
      const { sandbox } = running;
      const run = sandbox.store.runsOfJob(JOB_IDS.weatherImport)[0];
      await withClient(running, async (client) => {
        const before = { ...sandbox.stats.byOperation };
        const names = async (tool: string, input: object) =>
          (await client.items(tool, input)).map(({ name }) => name);
        assert.ok((await names('List_projects', {})).includes('Energy Forecast'));
        assert.ok((await names('List_jobs', {})).includes('Extract daily sales'));
        const ofProject = await names('List_jobs', { project: 'energy forecast' });
        assert.ok(ofProject.includes('Import weather'));
        assert.ok(!ofProject.includes('Extract daily sales'));
        const runs = await client.items('List_job_runs', { job: 'Import weather', limit: 2 });
        assert.equal(runs.length, 3);
        assert.match(JSON.stringify(runs[2]), /There may be more/);
        const log = await client.items('Read_job_log', { run_id: run?.id });
        assert.equal(log.length, 1);
        assert.match(String(log[0]?.text), /exit status 6/);
        assert.ok((await client.items('List_configuration_files')).length > 0);
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
      const [quick, slow] = [1, 600].map((durationSeconds, index) =>
        store.addJob({
          name: index === 0 ? 'Quick job' : 'Slow job',
          projectId,
          script: { queueSeconds: 0, durationSeconds },
        }),
      );
      const listRuns = (job = quick) => store.runsOfJob(job?.id ?? '');
      await withClient(running, async (client) => {
        const one = { job: 'quick job', project: 'Quick' };
        const [waited] = await client.items('Run_job_and_wait', one);
        assert.equal(waited?.status, 'SUCCEEDED');
        assert.equal(waited?.jobName, 'Quick job');
        assert.equal(listRuns().length, 1);
        const [started] = await client.items('Run_job', { job: 'Slow job' });
        assert.equal(listRuns(slow)[0]?.id, started?.id);
        await client.text('Stop_job_run', { run_id: started?.id });
        assert.match(await client.text('List_job_runs', { job: 'Slow job' }), /KILL|STOP/);
        const path = 'agents/notes.txt';
        const text = 'Ein Gruß, "quoted"\n';
        await client.text('Save_configuration_file', { path, text });
        const [file] = await client.items('Read_configuration_file', { path });
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
      const fails = async (client: McpClient) => {
        const failed = await client.failure('Run_job_and_wait', { job: 'Import weather' });
        const [run] = sandbox.store.runsOfJob(JOB_IDS.weatherImport);
        assert.match(
          failed,
          /Import weather failed after \d+ s: The container exited with code 6 \(run \d+\)/,
        );
        assert.ok(failed.includes(String(run?.id)), failed);
        assert.match(failed, /The last lines of the log:\ncurl forecast.json\nexit status 6/);
        const unknown = await client.failure('Run_job', { job: 'Import wether' });
        assert.match(unknown, /There is no job with the name or ID "Import wether"/);
        assert.match(unknown, /"Import weather" in the project "Energy Forecast": 20000000-/);
        assert.match(await client.failure('Read_job_log'), /run_id/);
        sandbox.faults.add({ kind: 'status', status: 409, operation: 'projects', times: 1 });
        assert.match(await client.failure('List_projects'), /HTTP 409/);
      };
      await withClient(running, fails, path);
    },
  },
  {
    name: "n8n's assistant: a search for a nightly job finds the node, with hints on how to use it",
    async run({ n8n, api }) {
      await api.request('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
      // n8n shows a key only when it makes one.
      const { apiKey } = await api.request<{ apiKey: string }>('POST', '/mcp/api-key/rotate');
      const queries = ['run data platform job', 'nightly job'];
      await McpClient.with(`${n8n.baseUrl}/mcp-server/http`, apiKey, async (client) => {
        const found = await client.text('search_nodes', { queries });
        // The answer has an indented block for each node.
        const blocks = found.split(/^(?=- |## )/m);
        const findBlock = (node: string) =>
          blocks.find((block) => block.split(/\s/)[1] === node) ?? '';
        const block = findBlock(NODE);
        assert.match(block, /@builderHint To run a job or pipeline and react to its end/);
        assert.match(
          block,
          /- n8n-nodes-base\.scheduleTrigger: "Runs a job or pipeline every night/,
        );
        assert.match(block, /- runAndWait\n.*\n\s+@builderHint Fails unless the run succeeds/);
        assert.match(
          findBlock(`${NODE}Trigger`),
          /@builderHint Starts a workflow when any run fails/,
        );
      });
    },
  },
];

interface InputSchema {
  properties?: Record<string, { description?: string; default?: unknown }>;
  required?: string[];
}

/** Builds the table of docs/dev/mcp-tools.md. */
function toolRows(tools: readonly McpTool[]): string[][] {
  return tools
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description = '', inputSchema }) => {
      const { properties = {}, required = [] } = inputSchema as InputSchema;
      const parameters = Object.entries(properties).map(([key, parameter]) => {
        const need = required.includes(key)
          ? 'required'
          : `default \`${JSON.stringify(parameter.default)}\``;
        return `\`${key}\` (${need}): ${parameter.description}`;
      });
      return [`\`${name}\``, description, parameters.join('<br>')].map((cell) =>
        cell.replace(/\s+/g, ' ').replaceAll('|', '/'),
      );
    });
}
