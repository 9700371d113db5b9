import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { localOwner, type Running } from '../../start/bringUp';
import { projectRoot } from '../../start/paths';
import { Editor } from './editor';

const images = join(projectRoot, 'docs', 'images');
const deviceScaleFactor = 1.5;
// Shown some 1000 points wide: small enough to read, with more points than that for sharp letters.
const readmeViewport = { width: 1150, height: 800 };
// Wide and flat as workflows are; there are many, so each is to be small.
const galleryViewport = { width: 1000, height: 620 };

/** Takes the pictures of the documentation. */
export async function takePictures(browser: Browser, running: Running): Promise<void> {
  await takeReadmePicture(browser, running);
  await takeGallery(browser, running);
}

/** A ready-made workflow after it ran, with the output of its last node. */
async function takeReadmePicture(browser: Browser, { n8n }: Running): Promise<void> {
  const context = await browser.newContext({ viewport: readmeViewport, deviceScaleFactor });
  const editor = new Editor(await context.newPage(), n8n.baseUrl, images);
  await editor.signIn(localOwner);
  await editor.openWorkflow('runAJob000000001');
  await editor.executeWorkflow();
  await editor.showLogs();
  // Away from what shows a tooltip or buttons.
  await editor.page.mouse.move(400, 32);
  await editor.page.waitForTimeout(500);
  await editor.screenshot('editor');
  await context.close();
}

/** The canvas of each ready-made workflow, for docs/workflows.md. */
async function takeGallery(browser: Browser, { n8n, workflows }: Running): Promise<void> {
  const folder = join(images, 'workflows');
  await mkdir(folder, { recursive: true });
  const context = await browser.newContext({ viewport: galleryViewport });
  const editor = new Editor(await context.newPage(), n8n.baseUrl, folder);
  await editor.signIn(localOwner);
  for (const { id, name } of workflows) {
    await editor.openWorkflow(id);
    await editor.zoomToFit();
    await editor.canvasPicture(name.toLowerCase().replaceAll(' ', '-'));
  }
  await context.close();
}
