import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const commonPaths = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// The browser must not send requests of its own. CI runs it as root, which needs --no-sandbox.
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export async function launchBrowser(): Promise<Browser> {
  return await chromium.launch({
    executablePath: findBrowser(),
    headless: true,
    args: flags,
    // The caller handles signals.
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
}

function findBrowser(): string {
  const path = process.env.CHROMIUM ?? commonPaths.find((file) => existsSync(file));
  if (path !== undefined) return path;
  throw new Error(
    'No Chromium found. Install it (Debian: apt-get install chromium), or set CHROMIUM to its path.',
  );
}
