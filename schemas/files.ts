import { CATALOG } from './catalog';
import { CONF_FILES, CONF_FILES_TRIGGER, PROJECTS_TRIGGER, SETTINGS } from './others';
import { PROJECTS } from './projects';
import { schemaFile, type Outputs } from './shape';

const NODES: Record<string, Outputs> = {
  Catalog: CATALOG,
  ConfFiles: CONF_FILES,
  ConfFilesTrigger: CONF_FILES_TRIGGER,
  Projects: PROJECTS,
  ProjectsTrigger: PROJECTS_TRIGGER,
  Settings: SETTINGS,
};

/** What every item that failed has, of whatever operation. */
export const FAILURE = {
  error: 'string',
  errorDescription: 'string',
  errorCode: 'string',
  mayHaveHappened: 'boolean',
} as const;

/** Every file that n8n reads the shape of an output from: its path below nodes/, and its text. */
export function schemaFiles(): Map<string, string> {
  return new Map(
    Object.entries(NODES).flatMap(([node, outputs]) =>
      Object.entries(outputs).map(([operation, shape]): [string, string] => [
        `${node}/__schema__/v1.0.0${operation && `/${operation}`}.json`,
        // A trigger has no items that fail.
        schemaFile(operation === '' ? shape : { ...shape, ...FAILURE }),
      ]),
    ),
  );
}
