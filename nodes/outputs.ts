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

/** By the folder of their node. */
export const RESOURCES: Record<string, Resources<never>> = {
  Catalog: catalog,
  ConfFiles: confFiles,
  Projects: projects,
  Settings: settings,
};

/** The outputs of triggers, by the folder of their node. */
export const TRIGGERS: Record<string, OutputFields> = {
  ConfFilesTrigger: CONF_FILES_TRIGGER,
  ProjectsTrigger: PROJECTS_TRIGGER,
};

/** IDs that the address of a page of the platform contains. */
const WITH_PAGE = new Set(['projectId', 'jobId', 'pipelineId', 'appId', 'runId']);

/** Fields of every failed item. */
const FAILURE = {
  error: 'string',
  errorDescription: 'string',
  errorCode: 'string',
  mayHaveHappened: 'boolean',
} as const;

/**
 * Returns the files from which n8n completes expressions before a node has run, with their paths below `nodes`. The build
 * writes them.
 */
export function buildOutputSchemas(): Map<string, string> {
  const files = new Map<string, string>();
  for (const [node, output] of Object.entries(TRIGGERS)) {
    files.set(`${node}/__schema__/v1.0.0.json`, toJsonText(output));
  }
  for (const [node, resources] of Object.entries(RESOURCES)) {
    for (const { value: resource, operations } of resources) {
      for (const operation of operations) {
        if (!operation.output) continue;
        const shape = { ...operation.output, ...buildIdentity(node, operation), ...FAILURE };
        files.set(
          `${node}/__schema__/v1.0.0/${resource}/${operation.value}.json`,
          toJsonText(shape),
        );
      }
    }
  }
  return files;
}

/** Returns the fields by which a failed item names the entity. */
function buildIdentity(node: string, { fields }: Operation<never>): Record<string, OutputShape> {
  const outputs = [...findIdentifyingFields(fields)].flatMap(([output, name]) => [
    output,
    toNameField(name),
  ]);
  const names = outputs.filter((output) => output !== undefined);
  const hasPage = node === 'Projects' && names.some((name) => WITH_PAGE.has(name));
  return Object.fromEntries((hasPage ? [...names, 'url'] : names).map((name) => [name, 'string']));
}

const toJsonText = (shape: OutputShape): string =>
  `${JSON.stringify({ ...toSchema(shape), version: 1 }, null, 2)}\n`;

function toSchema(shape: OutputShape): object {
  if (typeof shape === 'string') return { type: shape };
  if (isList(shape)) return { type: 'array', items: toSchema(shape[0]) };
  const properties = Object.entries(shape).map(([name, inner]) => [name, toSchema(inner)]);
  return { type: 'object', properties: Object.fromEntries(properties) as object };
}

const isList = (shape: OutputShape): shape is readonly [OutputShape] => Array.isArray(shape);
