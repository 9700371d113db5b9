import { Platform } from '../../../platform/connection/platform';
import { deployProject } from '../../../platform/projectFiles/deploy/deploy';
import {
  exportProject,
  zipOf,
  type ExportOptions,
} from '../../../platform/projectFiles/exportProject';
import type { DeployOptions } from '../../../platform/projectFiles/options';
import type { GivenFile } from '../../../platform/projectFiles/files/projectFolder';
import { parseFiles, type ParsedFiles } from '../../../platform/projectFiles/files/parseFiles';
import { planDeploy } from '../../../platform/projectFiles/plan/plan';
import { bytesContent } from '../../../platform/content/fileContent';
import type { Sandbox } from '../../../sandbox';

/** All files of a project, with their bytes. */
export async function filesOf(
  sandbox: Sandbox,
  projectId: string,
  options?: ExportOptions,
): Promise<Map<string, Buffer>> {
  const platform = Platform.connect(sandbox.credentials);
  const { files } = await exportProject(platform, projectId, options);
  const read = files.map(async (file): Promise<[string, Buffer]> => {
    if ('text' in file) return [file.path, Buffer.from(file.text)];
    const address = file.packageOf.packageAddress;
    const bytes = await platform.readPackage(address, async ({ body }) => await allOf(body));
    return [file.path, bytes];
  });
  return new Map(await Promise.all(read));
}

export async function allOf(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(Buffer.from(piece));
  return Buffer.concat(all);
}

export async function zipBytes(
  sandbox: Sandbox,
  projectId: string,
  options?: ExportOptions,
): Promise<Buffer> {
  const platform = Platform.connect(sandbox.credentials);
  return await allOf(zipOf(platform, await exportProject(platform, projectId, options)));
}

export function given(files: ReadonlyMap<string, Buffer>): GivenFile[] {
  return [...files].map(([path, bytes]) => ({ path, content: bytesContent(bytes) }));
}

export async function parsed(files: ReadonlyMap<string, Buffer>): Promise<ParsedFiles> {
  return await parseFiles(given(files));
}

/** No test waits for what comes late. */
export const NO_WAITS = { lookupDelaysMs: [0], pollIntervalMs: 5, readyWithinMs: 60_000 };

export async function deploy(
  sandbox: Sandbox,
  files: ReadonlyMap<string, Buffer>,
  projectId: string,
  options: DeployOptions = {},
) {
  const platform = Platform.connect(sandbox.credentials);
  const target = { projectId };
  return await deployProject(platform, await parsed(files), target, {
    timing: NO_WAITS,
    ...options,
  });
}

export async function plan(
  sandbox: Sandbox,
  files: ReadonlyMap<string, Buffer>,
  projectId: string,
  options: DeployOptions = {},
) {
  const platform = Platform.connect(sandbox.credentials);
  return await planDeploy(platform, await parsed(files), { projectId }, options);
}

/** Values for these passwords. */
export function passwordValues(names: readonly string[]): Map<string, string> {
  return new Map(names.map((name) => [name, `value of ${name}`]));
}

/** How often the platform was asked to change something. */
export function mutations({ stats }: Sandbox): Record<string, number> {
  const changing =
    /^(create|edit|add|save|delete|set|replace|rollback|run|stop|duplicate|move|unlink|install)/;
  return Object.fromEntries(
    Object.entries(stats.byOperation).filter(([name]) => changing.test(name)),
  );
}
