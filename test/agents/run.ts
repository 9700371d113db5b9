/**
 * `npm run test:agents`: n8n's real AI Agent with a chat model that follows a script, n8n's real MCP Server Trigger with
 * the official client, and the tools of n8n's assistant, next to a sandbox platform. With `-- "some words"`, only checks that have them in their name.
 */
import { Shutdown } from '../../start/shutdown';
import { buildNameFilter, runChecks, summarize } from '../support/checks';
import { startRealN8n } from '../support/realN8n';
import { ChatServer } from './chatServer';
import { agentChecks } from './checks/agent';
import { mcpChecks } from './checks/mcp';

const CHECK_SECONDS = 120;
const isWanted = buildNameFilter(process.argv.slice(2));
const shutdown = new Shutdown();

async function run(): Promise<number> {
  const chat = new ChatServer();
  const server = await chat.listen();
  shutdown.addCleanup(() => server.close());
  const running = await startRealN8n('agents-test', shutdown);
  const { api, sandbox } = running;
  const name = 'Scripted chat model';
  const data = { apiKey: 'none', url: `${server.baseUrl}/v1`, header: false };
  const id = await api.saveCredential({ name, type: 'openAiApi', data });
  await api.publishWorkflow('mcpPlatformTools');
  const given = { ...running, chat, chatCredential: { id, name } };
  const wanted = [...mcpChecks, ...agentChecks].filter((check) => isWanted(check.name));
  const play = async (check: (typeof wanted)[number]) =>
    await check.run(given).finally(() => sandbox.faults.clear());
  return summarize(await runChecks(wanted, play, CHECK_SECONDS));
}

void shutdown.exitAfter(run());
