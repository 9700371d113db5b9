/**
 * `npm run test:agents`: n8n's real AI Agent with a chat model that follows a script, n8n's real MCP Server Trigger with
 * the official client, and the tools of n8n's assistant, next to a sandbox platform. With `-- "some words"`, only checks that have them in their name.
 */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bringUp } from '../../start/bringUp';
import { localFolder } from '../../start/paths';
import { freePort } from '../../start/ports';
import { Shutdown } from '../../start/shutdown';
import { isNamedBy, passes } from '../support/checks';
import { ChatServer } from './chatServer';
import type { AgentsRunning } from './check';
import { agentChecks } from './checks/agent';
import { builderChecks } from './checks/builder';
import { mcpChecks } from './checks/mcp';

const userFolder = join(localFolder, 'agents-test');
const CHECK_SECONDS = 120;

const isWanted = isNamedBy(process.argv.slice(2));
const wanted = [...mcpChecks, ...agentChecks, ...builderChecks].filter(({ name }) =>
  isWanted(name),
);

const shutdown = new Shutdown();

async function run(): Promise<number> {
  const running = await start();
  let failed = 0;
  for (const { name, run: check } of wanted) {
    if (!(await passes(name, async () => await check(running), CHECK_SECONDS))) failed++;
    running.sandbox.accidents.clear();
  }
  console.log(`\n${wanted.length - failed} passed, ${failed} failed`);
  return failed === 0 && wanted.length > 0 ? 0 : 1;
}

async function start(): Promise<AgentsRunning> {
  await rm(userFolder, { recursive: true, force: true });
  const chat = new ChatServer();
  const server = await chat.listen();
  shutdown.later(() => server.close());
  const running = await bringUp({
    userFolder,
    n8nPort: await freePort(),
    sandboxPort: await freePort(),
    say: console.log,
    later: (cleanup) => shutdown.later(cleanup),
  });
  const { api } = running;
  const name = 'Scripted chat model';
  const data = { apiKey: 'none', url: `${server.baseUrl}/v1`, header: false };
  const id = await api.saveCredential({ name, type: 'openAiApi', data });
  await api.publishWorkflow('mcpPlatformTools');
  return { ...running, chat, chatCredential: { id, name } };
}

void shutdown.exitAfter(run());
