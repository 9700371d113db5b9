import type { INodeProperties, INodePropertyMode } from 'n8n-workflow';
import type { PlatformClient } from '../../../platform/client';
import type { CallOptions } from '../../../platform/graphql/send/endpoint';
import type { NamedEntity } from '../../../platform/resources/namedEntity';
import type { ItemCall } from '../operation/operation';
import { isLeftEmpty } from '../parameters/itemIdentity';
import { isTool } from '../tools/toolOutput';

interface ListedEntity extends NamedEntity {
  projectId?: unknown;
  projectName?: string;
}

/** A kind of entity that the node can list, so that users can choose an entity, and agents can enter its name. */
export interface NamedKind {
  /** Is used in messages, such as "There is no job with the name …". */
  noun: string;
  isInProject: boolean;
  /** @param projectId undefined for all projects; ignored if the kind is not in projects */
  list(
    client: PlatformClient,
    projectId?: string,
    options?: CallOptions,
  ): Promise<readonly ListedEntity[]>;
}

/** Returns an entity's name, or its ID if the platform returns none. */
export function getDisplayName({ id, name }: NamedEntity): string {
  return typeof name === 'string' && name.trim() !== '' ? name : String(id);
}

interface ListsOfProjects {
  list(projectId: string, options?: CallOptions): Promise<NamedEntity[]>;
  listInAllProjects(
    options?: CallOptions,
  ): Promise<Array<{ project: NamedEntity; entries: NamedEntity[] }>>;
}

export function buildNamedKind(
  noun: string,
  getLists: (client: PlatformClient) => ListsOfProjects,
): NamedKind {
  return {
    noun,
    isInProject: true,
    async list(client, projectId, options) {
      const lists = getLists(client);
      if (projectId !== undefined) {
        const entries = await lists.list(projectId, options);
        return entries.map(({ id, name }) => ({ id, name, projectId }));
      }
      const projects = await lists.listInAllProjects(options);
      return projects.flatMap(({ project, entries }) => {
        const projectFields = { projectId: project.id, projectName: getDisplayName(project) };
        return entries.map(({ id, name }) => ({ id, name, ...projectFields }));
      });
    },
  };
}

/** The kind that each method of `methods.listSearch` lists. `buildLocator` adds the entries. */
const KINDS_BY_METHOD = new Map<string, NamedKind>();

export function findKindByMethod(searchListMethod = ''): NamedKind | undefined {
  return KINDS_BY_METHOD.get(searchListMethod);
}

interface LocatorDefinition {
  displayName: string;
  name: string;
  description: string;
  /** The name of a method in `methods.listSearch`. */
  searchListMethod: string;
  /** Undefined if the node implements the list method itself. */
  kind?: NamedKind;
  /** The entity with its article, such as "a project". */
  entityWithArticle: string;
  idPlaceholder: string;
  /** The format in which an agent may enter the entity, for a kind without names. */
  formatForAgents?: string;
  /** If undefined, the mode "By Name" is not offered. */
  exampleName?: string;
  /** If undefined, the mode "By Alias" is not offered. */
  exampleAlias?: string;
  /** Regular expression for the end of the page's address, with the ID as a group. Undefined if the entity has no page. */
  page?: string;
}

/** The editor needs regular expressions for the addresses that `Pages` reads. */
const PROJECT_PAGE = 'https?://.+/projects/platform/[^/]+/project/';
const SEGMENT = '[^/?#]+';

/** The editor extracts the ID for its lists. When the node runs, `resolveLocators` also checks the platform in the address. */
function buildUrlMode(entityWithArticle: string, page: string): ModeDetails {
  const regex = `${PROJECT_PAGE}${page}(?:[/?#].*)?`;
  const errorMessage = `This is not the address of the page of ${entityWithArticle}`;
  return {
    placeholder: `e.g. https://platform.example.com/projects/platform/1/project/${page.replaceAll(`(${SEGMENT})`, '…').replaceAll(SEGMENT, '…')}`,
    validation: [{ type: 'regex', properties: { regex, errorMessage } }],
    extractValue: { type: 'regex', regex },
  };
}

export function buildLocator(definition: LocatorDefinition): INodeProperties {
  const {
    displayName,
    name,
    description,
    searchListMethod,
    kind,
    entityWithArticle,
    idPlaceholder,
  } = definition;
  const { exampleName, exampleAlias, page, formatForAgents } = definition;
  const forAgents = formatForAgents
    ? `An agent may also enter it as "${formatForAgents}".`
    : 'An agent may enter the name instead of the ID.';
  if (kind) KINDS_BY_METHOD.set(searchListMethod, kind);
  return {
    displayName,
    name,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    required: true,
    description: kind ? `${description}. ${forAgents}` : description,
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: `Choose ${entityWithArticle}…`,
        typeOptions: { searchListMethod, searchable: true },
      },
      { displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${idPlaceholder}` },
      ...buildModes(
        'url',
        'By URL',
        page === undefined ? undefined : buildUrlMode(entityWithArticle, page),
      ),
      ...buildModes('name', 'By Name', buildExample(exampleName)),
      // n8n empties the locator when the project changes.
      ...buildModes('alias', 'By Alias', buildExample(exampleAlias, NEEDS_PROJECT)),
    ],
  };
}

const NEEDS_PROJECT = { hint: 'Choose "Project" first: a new project empties this field' };

type ModeDetails = Partial<INodePropertyMode>;

function buildExample(example?: string, more?: ModeDetails): ModeDetails | undefined {
  return example === undefined ? undefined : { placeholder: `e.g. ${example}`, ...more };
}

const TEXT_MODE = { type: 'string' } as const;

/** Returns an empty list if the locator does not have the mode. */
function buildModes(name: string, displayName: string, details?: ModeDetails): INodePropertyMode[] {
  return details ? [{ ...TEXT_MODE, displayName, name, ...details }] : [];
}

export function buildDependentLocator(
  definition: LocatorDefinition,
  parentField: string,
): INodeProperties {
  return { ...buildLocator(definition), typeOptions: { loadOptionsDependsOn: [parentField] } };
}

export function buildLocatorInProject(definition: LocatorDefinition): INodeProperties {
  return buildDependentLocator(definition, 'projectId.value');
}

/** The page of a job's run. The address of a pipeline run's page is not known. */
export const RUN_PAGE = `${SEGMENT}/job/${SEGMENT}/instances/(${SEGMENT})`;

export const projectLocator = buildLocator({
  displayName: 'Project',
  name: 'projectId',
  description: 'The project to use',
  searchListMethod: 'searchProjects',
  kind: {
    noun: 'project',
    isInProject: false,
    list: async ({ projects }, _projectId, options) => await projects.list(options),
  },
  entityWithArticle: 'a project',
  idPlaceholder: '1f0c2d4e-…',
  exampleName: 'Retail',
  page: `(${SEGMENT})`,
});

/** Builds a field that filters the list of the locator below it. */
export function buildProjectFilter(plural: string): INodeProperties {
  return {
    ...projectLocator,
    required: false,
    description: `The project to choose from. Leave empty to choose from the ${plural} of all projects`,
    hint: `Optional: filters the list of ${plural} below`,
  };
}

export const jobLocator = buildLocatorInProject({
  displayName: 'Job',
  name: 'jobId',
  description: 'The job to use',
  searchListMethod: 'searchJobs',
  kind: buildNamedKind('job', ({ jobs }) => jobs),
  entityWithArticle: 'a job',
  idPlaceholder: '6f1d2c3b-0000-4000-8000-000000000000',
  exampleName: 'Extract daily sales',
  exampleAlias: 'extract-daily-sales',
  page: `${SEGMENT}/job/(${SEGMENT})`,
});

export const pipelineLocator = buildLocatorInProject({
  displayName: 'Pipeline',
  name: 'pipelineId',
  description: 'The pipeline to use',
  searchListMethod: 'searchPipelines',
  kind: buildNamedKind('pipeline', ({ pipelines }) => pipelines),
  entityWithArticle: 'a pipeline',
  idPlaceholder: '5a7e1c90-…',
  exampleName: 'Daily sales',
  exampleAlias: 'daily-sales',
  page: `${SEGMENT}/pipeline/(${SEGMENT})`,
});

export const appLocator = buildLocatorInProject({
  displayName: 'App',
  name: 'appId',
  description: 'The app to use',
  searchListMethod: 'searchApps',
  kind: buildNamedKind('app', ({ apps }) => apps),
  entityWithArticle: 'an app',
  idPlaceholder: '60b2d4f8-…',
  exampleName: 'Grid API',
  page: `${SEGMENT}/app/(${SEGMENT})`,
});

/** @param isOffered returns true if the list should contain the technology. Fields of the technology may be missing. */
export function buildTechnologyLocator(
  searchListMethod: string,
  isOffered: (technology: Record<string, unknown>) => boolean,
): INodeProperties {
  return buildLocator({
    displayName: 'Technology',
    name: 'technologyId',
    description: 'The technology to use',
    searchListMethod,
    kind: {
      noun: 'technology',
      isInProject: false,
      async list(client, _projectId, options) {
        const { technologies } = await client.catalog(options);
        const all = await technologies.list(undefined, options);
        return all.filter(isOffered).map(({ id, label }) => ({ id, name: label }));
      },
    },
    entityWithArticle: 'a technology',
    idPlaceholder: '7f4c2a10-…',
  });
}

export const technologyLocator = buildTechnologyLocator('searchTechnologies', () => true);

/** In a tool, an agent may leave the result of an expression empty. Elsewhere, a locator with an expression counts as filled in. */
export function isLocatorLeftEmpty(
  { execution, parameters }: ItemCall<unknown>,
  name: string,
): boolean {
  return isLeftEmpty(isTool(execution) ? parameters.value(name) : parameters.readSaved(name));
}
