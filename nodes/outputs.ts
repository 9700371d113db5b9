import type { OutputShape } from '../platform/resources/entityFields';
import { resources as catalog } from './Catalog/resources';
import { resources as confFiles } from './ConfFiles/resources';
import { OUTPUT as CONF_FILES_TRIGGER } from './ConfFilesTrigger/output';
import { resources as projects } from './Projects/resources';
import { OUTPUT as PROJECTS_TRIGGER } from './ProjectsTrigger/output';
import { resources as settings } from './Settings/resources';
import type { Operation, Resources } from './shared/operation/operation';
import type { OutputFields } from './shared/operation/output';
import { findIdentifyingFields, toNameField } from './shared/parameters/itemIdentity';

/** The resources of each node, by the node's folder. */
export const RESOURCES: Record<string, Resources<never>> = {
  Catalog: catalog,
  ConfFiles: confFiles,
  Projects: projects,
  Settings: settings,
};

/** The output of each trigger, by the trigger's folder. */
export const TRIGGERS: Record<string, OutputFields> = {
  ConfFilesTrigger: CONF_FILES_TRIGGER,
  ProjectsTrigger: PROJECTS_TRIGGER,
};

/** A failed item with one of these IDs may also have `url`, the address of the page of its entity. */
const IDS_WITH_PAGE = new Set(['projectId', 'jobId', 'pipelineId', 'appId', 'runId']);

const FAILURE_FIELDS = {
  error: 'string',
  errorDescription: 'string',
  errorCode: 'string',
  mayHaveHappened: 'boolean',
} as const;

/**
 * Builds the schema files that n8n uses to suggest fields in expressions before a node has run. The keys are paths below `nodes`.
 * The build writes the files.
 */
export function buildOutputSchemas(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [node, output] of Object.entries(TRIGGERS)) {
    files.set(`${node}/__schema__/v1.0.0.json`, toSchemaText(output));
  }
  for (const [node, resources] of Object.entries(RESOURCES)) {
    for (const { value: resource, operations } of resources) {
      for (const operation of operations) {
        if (!operation.output) continue;
        const shape = { ...operation.output, ...buildIdentity(node, operation), ...FAILURE_FIELDS };
        files.set(
          `${node}/__schema__/v1.0.0/${resource}/${operation.value}.json`,
          toSchemaText(shape),
        );
      }
    }
  }
  return files;
}

/** Returns the fields of a failed item that identify its entity. */
function buildIdentity(node: string, { fields }: Operation<never>): Record<string, OutputShape> {
  const names = [...findIdentifyingFields(fields)]
    .flatMap(([output, parameter]) => [output, toNameField(parameter)])
    .filter((name) => name !== undefined);
  const hasPage = node === 'Projects' && names.some((name) => IDS_WITH_PAGE.has(name));
  return Object.fromEntries((hasPage ? [...names, 'url'] : names).map((name) => [name, 'string']));
}

const toSchemaText = (shape: OutputShape): string =>
  `${JSON.stringify({ ...toSchema(shape), version: 1 }, null, 2)}\n`;

function toSchema(shape: OutputShape): object {
  if (typeof shape === 'string') return { type: shape };
  if (isList(shape)) return { type: 'array', items: toSchema(shape[0]) };
  const properties = Object.entries(shape).map(([name, inner]) => [name, toSchema(inner)]);
  return { type: 'object', properties: Object.fromEntries(properties) as object };
}

const isList = (shape: OutputShape): shape is readonly [OutputShape] => Array.isArray(shape);
