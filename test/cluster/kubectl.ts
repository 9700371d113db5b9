import { existsSync } from 'node:fs';

const BINARY = ['/usr/bin/kubectl', '/usr/local/bin/kubectl'].find((file) => existsSync(file));

export const KUBECTL = BINARY ?? 'kubectl';

/** Skipped for all to see where kubectl is missing, but never in CI, which installs it. */
export function describeWithKubectl(title: string, tests: () => void): void {
  const isSkipped = BINARY === undefined && process.env.CI === undefined;
  (isSkipped ? describe.skip : describe)(title, tests);
}
