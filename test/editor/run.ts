/**
 * `npm run test:editor`: the nodes in n8n's real editor, driven by a real browser, next to a sandbox platform.
 * With `-- --pictures` it takes the pictures of the documentation; with other words, only checks or pictures that have one
 * in their name.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext } from 'playwright-core';
import { bringUp, localOwner, type Running } from '../../start/bringUp';
import { localFolder } from '../../start/paths';
import { freePort } from '../../start/ports';
import { Shutdown } from '../../start/shutdown';
import { launchBrowser } from '../support/browser';
import type { Check } from './check';
import { checks } from './checks';
import { Editor } from './editor';
import { takePictures } from './pictures';

const screenshots = join(localFolder, 'screenshots');
const userFolder = join(localFolder, 'editor-test');
const viewport = { width: 1400, height: 900 };
const millisecondsToWait = 30_000;

const { values, positionals: words } = parseArgs({
  options: { pictures: { type: 'boolean' } },
  allowPositionals: true,
});
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));
const wanted = checks.filter(({ name }) => isWanted(name));

/** A browser's cookies and storage after the sign-in. */
type SignedIn = Awaited<ReturnType<BrowserContext['storageState']>>;

const shutdown = new Shutdown();

async function run(): Promise<number> {
  await rm(userFolder, { recursive: true, force: true });
  await rm(screenshots, { recursive: true, force: true });
  await mkdir(screenshots, { recursive: true });

  const browser = await launchBrowser();
  shutdown.later(() => browser.close());
  const running = await bringUp({
    userFolder,
    n8nPort: await freePort(),
    sandboxPort: await freePort(),
    say: console.log,
    later: (cleanup) => shutdown.later(cleanup),
    sandboxOptions: { playsSchedules: true },
  });

  if (values.pictures) {
    await takePictures(browser, running, isWanted);
    return 0;
  }
  const failed = await runChecks(browser, running);
  console.log(`\nScreenshots are in ${screenshots}`);
  // Once more at the end, where it is found without looking for it.
  for (const { name } of failed) console.log(`✗ ${name}`);
  console.log(`${wanted.length - failed.length} passed, ${failed.length} failed`);
  return failed.length === 0 ? 0 : 1;
}

async function runChecks(browser: Browser, running: Running): Promise<Check[]> {
  const { baseUrl } = running.n8n;
  const openEditor = async (signedIn?: SignedIn) => {
    const context = await browser.newContext({ viewport, storageState: signedIn });
    context.setDefaultTimeout(millisecondsToWait);
    return new Editor(await context.newPage(), baseUrl, screenshots);
  };
  const first = await openEditor();
  await first.signIn(localOwner);
  await first.screenshot('home');
  const signedIn = await first.page.context().storageState();
  await first.page.context().close();

  const failed: Check[] = [];
  for (const [at, check] of wanted.entries()) {
    // The browser keeps what is open in the editor: a check is not to see what the one before it left open.
    const editor = await openEditor(signedIn);
    if (!(await passes(check, editor, running, at + 1))) failed.push(check);
    await editor.page.context().close();
  }
  return failed;
}

async function passes(
  check: Check,
  editor: Editor,
  running: Running,
  number: number,
): Promise<boolean> {
  const started = Date.now();
  try {
    await editor.newWorkflow();
    await check.run(editor, running);
    console.log(`✓ ${check.name} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
    return true;
  } catch (error) {
    console.log(`✗ ${check.name}\n  ${(error as Error).message.replaceAll('\n', '\n  ')}`);
    await editor.screenshot(`failed-${number}`).catch(() => undefined);
    return false;
  }
}

void shutdown.exitAfter(run());
