import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { localOwner, type Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { Editor } from './editor';

// Shown some 1000 points wide: small enough to read, with more points than that for sharp letters.
const viewport = { width: 1150, height: 800 };
const deviceScaleFactor = 1.5;

/** Takes the pictures of the README: a ready-made workflow after it ran, with the output of its last node. */
export async function takePictures(browser: Browser, { n8n }: Running): Promise<void> {
  const folder = join(projectRoot, 'docs', 'images');
  await mkdir(folder, { recursive: true });
  const context = await browser.newContext({ viewport, deviceScaleFactor });
  const editor = new Editor(await context.newPage(), n8n.baseUrl, folder);
  await editor.signIn(localOwner);
  await editor.openWorkflow('runAJob000000001');
  await editor.executeWorkflow();
  await editor.showLogs();
  // Away from what shows a tooltip.
  await editor.page.mouse.move(500, 130);
  await editor.page.waitForTimeout(500);
  await editor.screenshot('editor');
  await context.close();
}
