import { selectors, type Browser, type BrowserContextOptions } from 'playwright-core';
import { localOwner, type Running } from '../../start/bringUp';
import { Editor } from './editor';

const MILLISECONDS_TO_WAIT = 30_000;
/** A browser's first page, while an n8n has just started. */
const MILLISECONDS_TO_SIGN_IN = 120_000;

/** Opens an editor that sees nothing of what others have left open. */
export type OpenEditor = (options: BrowserContextOptions) => Promise<Editor>;

/** Signs in once. */
export async function signedIn(browser: Browser, { n8n }: Running): Promise<OpenEditor> {
  selectors.setTestIdAttribute('data-test-id');
  const open = async (options: BrowserContextOptions, milliseconds = MILLISECONDS_TO_WAIT) => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(milliseconds);
    return new Editor(await context.newPage(), n8n.baseUrl);
  };
  const first = await open({}, MILLISECONDS_TO_SIGN_IN);
  await first.signIn(localOwner);
  const storageState = await first.page.context().storageState();
  await first.page.context().close();
  return async (options: BrowserContextOptions) => await open({ ...options, storageState });
}
