import { identifyingFields, nameOutput } from '../nodes/shared/parameters/itemIdentity';
import { resources as catalog } from '../nodes/Catalog/resources';
import { resources as confFiles } from '../nodes/ConfFiles/resources';
import { resources as projects } from '../nodes/Projects/resources';
import { resources as settings } from '../nodes/Settings/resources';
import type { Resources } from '../nodes/shared/operation/operation';
import { KNOWN_OPERATIONS } from '../test/operations';
import { CONF_FILES_TRIGGER, PROJECTS_TRIGGER } from './triggers';
import { schemaFile, type Outputs } from './shape';

/** What each operation puts out, by node; what a failed item has beside it is not in here. */
export const OUTPUTS: Record<string, Outputs> = {
  ConfFilesTrigger: CONF_FILES_TRIGGER,
  ProjectsTrigger: PROJECTS_TRIGGER,
};
for (const { node, resource, operation, returns } of KNOWN_OPERATIONS) {
  if (returns) (OUTPUTS[node] ??= {})[`${resource}/${operation}`] = returns;
}

/** By the folder of their node. */
export const RESOURCES: Record<string, Resources<never>> = {
  Catalog: catalog,
  ConfFiles: confFiles,
  Projects: projects,
  Settings: settings,
};

/** IDs that a page of the platform is made of. */
const WITH_PAGE = new Set<string | undefined>([
  'projectId',
  'jobId',
  'pipelineId',
  'appId',
  'runId',
]);

/** What every item that failed has, of whatever operation. */
const FAILURE = {
  error: 'string',
  errorDescription: 'string',
  errorCode: 'string',
  mayHaveHappened: 'boolean',
} as const;

/** Every file that n8n reads the shape of an output from: its path below nodes/, and its text. */
export function schemaFiles(): Map<string, string> {
  return new Map(
    Object.entries(OUTPUTS).flatMap(([node, outputs]) =>
      Object.entries(outputs).map(([operation, shape]): [string, string] => [
        `${node}/__schema__/v1.0.0${operation && `/${operation}`}.json`,
        // A trigger has no items that fail.
        schemaFile(
          operation === '' ? shape : { ...shape, ...thingOf(node, operation), ...FAILURE },
        ),
      ]),
    ),
  );
}

/** What a failed item tells of the thing that it asked for. */
function thingOf(node: string, name: string): Record<string, 'string'> {
  const [resource, operation] = name.split('/');
  const fields = RESOURCES[node]
    ?.find(({ value }) => value === resource)
    ?.operations.find(({ value }) => value === operation)?.fields;
  const outputs = [...identifyingFields(fields ?? [])].flatMap(([output, name]) => [
    output,
    nameOutput(name),
  ]);
  const hasPage = node === 'Projects' && outputs.some((output) => WITH_PAGE.has(output));
  return Object.fromEntries(
    [...outputs, hasPage ? 'url' : undefined]
      .filter((output) => output !== undefined)
      .map((output) => [output, 'string'] as const),
  );
}
