import { callRootField } from '../../graphql/call/callRootField';
import type { CallOptions } from '../../graphql/send/endpoint';
import { writtenFields } from '../../graphql/selection/supported';
import type { Platform } from '../../connection/platform';
import { objectsIn } from '../../resources/entities';
import { textOf } from '../../text/values';

interface CatalogContext {
  id: string;
  label: string;
}

export interface CatalogTechnology {
  id: string;
  label: string;
  /** The name of its repository. */
  repository?: string;
  contexts: CatalogContext[];
}

/** A technology as files name it. */
export interface TechnologyName {
  label: string;
  repository?: string;
}

const REPOSITORIES = writtenFields(
  'name technologies { id label contexts { id label } appContexts { id label } }',
);

/** Every technology of the platform's catalog, in one request. */
export async function readTechnologies(
  platform: Platform,
  options?: CallOptions,
): Promise<Map<string, CatalogTechnology>> {
  const catalog = await platform.catalog(options);
  const selection = { mode: 'supported', text: REPOSITORIES } as const;
  const response = await callRootField(catalog, 'query', 'repositories', { selection }, options);
  const technologies = objectsIn<Record<string, unknown>>(response).flatMap((repository) =>
    objectsIn<Record<string, unknown>>(repository.technologies).flatMap((technology) => {
      const [id, label] = [textOf(technology.id), textOf(technology.label)];
      if (id === undefined || label === undefined) return [];
      const contexts = [technology.contexts, technology.appContexts].flatMap(contextsIn);
      return [{ id, label, repository: textOf(repository.name), contexts }];
    }),
  );
  return new Map(technologies.map((technology) => [technology.id.toLowerCase(), technology]));
}

function contextsIn(value: unknown): CatalogContext[] {
  return objectsIn<Record<string, unknown>>(value).flatMap((context) => {
    const id = textOf(context.id);
    return id === undefined ? [] : [{ id, label: textOf(context.label) ?? id }];
  });
}
