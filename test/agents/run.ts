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
import { ChatServer } from './chatServer';
import type { AgentsRunning, Check } from './check';
import { agentChecks } from './checks/agent';
import { builderChecks } from './checks/builder';
import { mcpChecks } from './checks/mcp';

const userFolder = join(localFolder, 'agents-test');
/** A call that never ends would keep everything waiting. */
const CHECK_MS = 120_000;

const words = process.argv.slice(2);
const wanted = [...mcpChecks, ...agentChecks, ...builderChecks].filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
);

const shutdown = new Shutdown();

async function run(): Promise<number> {
  const running = await start();
  let failed = 0;
  for (const check of wanted) if (!(await passes(check, running))) failed++;
  console.log(`\n${wanted.length - failed} passed, ${failed} failed`);
  return failed === 0 && wanted.length > 0 ? 0 : 1;
}

async function start(): Promise<AgentsRunning> {
  await rm(userFolder, { recursive: true, force: true });
  const chat = new ChatServer();
  const url = await chat.listen();
  shutdown.later(() => chat.close());
  const running = await bringUp({
    userFolder,
    n8nPort: await freePort(),
    sandboxPort: await freePort(),
    say: console.log,
    later: (cleanup) => shutdown.later(cleanup),
  });
  const { api } = running;
  const name = 'Scripted chat model';
  const data = { apiKey: 'none', url, header: false };
  const id = await api.saveCredential({ name, type: 'openAiApi', data });
  await api.publishWorkflow('mcpPlatformTools');
  return { ...running, chat, chatCredential: { id, name } };
}

async function passes({ name, run: check }: Check, running: AgentsRunning): Promise<boolean> {
  const started = Date.now();
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`Not done after ${CHECK_MS / 1000} s`)), CHECK_MS);
  });
  try {
    await Promise.race([check(running), tooLate]);
    console.log(`✓ ${name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`✗ ${name}\n  ${(error as Error).message.replaceAll('\n', '\n  ')}`);
    return false;
  } finally {
    clearTimeout(timer);
    running.sandbox.accidents.clear();
  }
}

void shutdown.exitAfter(run());
