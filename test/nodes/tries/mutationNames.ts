import type { Sandbox } from '../../../sandbox';
import { runTry } from './operationTry';
import { everyOperation } from './everyOperation';

/** The names of all mutations of projects and of the catalog, as the platform's schema has them. */
export async function mutationNames(sandbox: Sandbox): Promise<string[]> {
  const names: string[] = [];
  for (const node of ['Projects', 'Catalog']) {
    const [getSchema] = everyOperation().filter(({ name }) => name === `${node} graphql.getSchema`);
    const [tried] = getSchema?.tries ?? [];
    if (!tried) throw new Error(`${node} has no schema`);
    const { json } = await runTry(sandbox, tried, { parameters: { format: 'sdl' } });
    const [, body = ''] = /type Mutation \{([^]*?)\n\}/.exec(String(json[0]?.sdl)) ?? [];
    names.push(...[...body.matchAll(/^ {2}(\w+)[(:]/gm)].map(([, name = '']) => name));
  }
  expect(names.length).toBeGreaterThan(50);
  return names;
}
