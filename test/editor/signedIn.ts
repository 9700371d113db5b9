import { selectors, type Browser, type BrowserContextOptions } from 'playwright-core';
import { localOwner, type Running } from '../../start/bringUp';
import { Editor } from './editor';

/** A page of the editor takes ten seconds of a slow core, which in CI has five other things to do. */
const MILLISECONDS_TO_WAIT = 120_000;

/** Opens an editor that sees nothing of what others have left open. */
export type OpenEditor = (options: BrowserContextOptions) => Promise<Editor>;

/** Signs in once. */
export async function signedIn(browser: Browser, { n8n }: Running): Promise<OpenEditor> {
  selectors.setTestIdAttribute('data-test-id');
  const open = async (options: BrowserContextOptions) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(MILLISECONDS_TO_WAIT);
    return new Editor(await context.newPage(), n8n.baseUrl);
  };
  const first = await open({});
  await first.signIn(localOwner);
  const storageState = await first.page.context().storageState();
  await first.page.context().close();
  return async (options: BrowserContextOptions) => await open({ ...options, storageState });
}
