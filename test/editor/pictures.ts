import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { localOwner, type Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { Editor } from './editor';

const folder = join(projectRoot, 'docs', 'images');

/** Takes the pictures that README and docs show. */
export async function takePictures(browser: Browser, running: Running): Promise<void> {
  await takeMainPicture(browser, running);
  await takeGallery(browser, running);
}

/** The ready-made workflow after it ran, with the output of its last node. */
async function takeMainPicture(browser: Browser, running: Running): Promise<void> {
  // Shown some 1000 points wide: small enough to read, with more points than that for sharp letters.
  const look = { viewport: { width: 1150, height: 800 }, deviceScaleFactor: 1.5 };
  const { editor, close } = await open(browser, running, look, folder);
  await editor.openWorkflow('runAJob000000001');
  await editor.executeWorkflow();
  await editor.showLogs();
  // Away from what shows a tooltip.
  await editor.page.mouse.move(500, 130);
  await editor.page.waitForTimeout(500);
  await editor.screenshot('editor');
  await close();
}

/** The canvas of each ready-made workflow, for docs/workflows.md. */
async function takeGallery(browser: Browser, running: Running): Promise<void> {
  const look = { viewport: { width: 1300, height: 640 } };
  const { editor, close } = await open(browser, running, look, join(folder, 'workflows'));
  for (const { id } of running.workflows) {
    await editor.openWorkflow(id);
    await editor.showWhole();
    await editor.screenshot(id);
  }
  await close();
}

async function open(
  browser: Browser,
  { n8n }: Running,
  look: { viewport: { width: number; height: number }; deviceScaleFactor?: number },
  screenshots: string,
) {
  await mkdir(screenshots, { recursive: true });
  const context = await browser.newContext(look);
  const editor = new Editor(await context.newPage(), n8n.baseUrl, screenshots);
  await editor.signIn(localOwner);
  return { editor, close: () => context.close() };
}
