import type { IDataObject } from 'n8n-workflow';
import { OUTPUTS } from '../../../schemas/files';
import type { Sandbox } from '../../../sandbox';

/** A run by the ID of a job alone: where its project is would cost a request. */
const PROJECT_UNKNOWN = ['job/run', 'pipeline/run'];

interface Link {
  url: string | null;
  /** Of what is there. */
  name: string;
}

/**
 * Follows each address that an operation on projects has put out: it leads to the page of what stands beside it.
 * @returns the things of an operation that has pages which came without one
 */
export async function withoutPage(
  sandbox: Sandbox,
  operation: string,
  json: IDataObject[],
): Promise<unknown[]> {
  const links = linksIn(sandbox, json);
  await Promise.all(links.map(follow));
  if (!('url' in (OUTPUTS.Projects?.[operation] ?? {}))) return [];
  const things = json.filter(({ kind }) => kind !== 'total');
  for (const thing of things) expect(thing.url).not.toBeUndefined();
  return PROJECT_UNKNOWN.includes(operation) ? [] : links.filter(({ url }) => url === null);
}

/** Every address in an output, with the name of what it is beside. */
function linksIn(sandbox: Sandbox, value: unknown, nameAround = ''): Link[] {
  if (Array.isArray(value)) return value.flatMap((one) => linksIn(sandbox, one, nameAround));
  if (typeof value !== 'object' || value === null) return [];
  const { jobId, pipelineId, name, url } = value as Record<string, string>;
  const known = sandbox.store.job(jobId ?? '') ?? sandbox.store.pipelines.find(pipelineId ?? '');
  const own = known?.name ?? name ?? nameAround;
  const inside = Object.values(value).flatMap((one) => linksIn(sandbox, one, own));
  return 'url' in value ? [{ url: url ?? null, name: own }, ...inside] : inside;
}

const textOfPage = (name: string) =>
  name.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

async function follow({ url, name }: Link): Promise<void> {
  if (url === null) return;
  const response = await fetch(url);
  expect({ url, status: response.status }).toEqual({ url, status: 200 });
  expect(/<h1>(.*)<\/h1>/.exec(await response.text())?.[1]).toContain(textOfPage(name));
}
