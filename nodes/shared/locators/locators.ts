import type { INodeProperties } from 'n8n-workflow';
import type { ItemCall } from '../operation/operation';
import { isLeftEmpty } from '../parameters/itemIdentity';
import { isTool } from '../tools/toolOutput';

interface Locator {
  displayName: string;
  name: string;
  description: string;
  /** The node's method that lists what can be chosen. */
  searchListMethod: string;
  /** What is chosen, with its article, as "a project". */
  what: string;
  idPlaceholder: string;
}

/** Picks one entity from a searchable list, or by its identifier. */
function locator(choice: Locator): INodeProperties {
  const { displayName, name, description, searchListMethod, what, idPlaceholder } = choice;
  return {
    displayName,
    name,
    type: 'resourceLocator',
    default: { mode: 'list', value: '' },
    required: true,
    description,
    modes: [
      {
        displayName: 'From List',
        name: 'list',
        type: 'list',
        placeholder: `Choose ${what}…`,
        typeOptions: { searchListMethod, searchable: true },
      },
      { displayName: 'By ID', name: 'id', type: 'string', placeholder: `e.g. ${idPlaceholder}` },
    ],
  };
}

/** Its list is made anew when another parameter changes. */
export function dependentLocator(choice: Locator, on: string): INodeProperties {
  return { ...locator(choice), typeOptions: { loadOptionsDependsOn: [on] } };
}

/** Its list holds what is in the project that is chosen above, or in all projects. */
function locatorInProject(choice: Locator): INodeProperties {
  return dependentLocator(choice, 'projectId.value');
}

export const projectLocator = locator({
  displayName: 'Project',
  name: 'projectId',
  description: 'The project to use',
  searchListMethod: 'searchProjects',
  what: 'a project',
  idPlaceholder: '1f0c2d4e-…',
});

/** For "Get Many", which can do without a project. */
export function projectOrAll(plural: string): INodeProperties {
  return {
    ...projectLocator,
    required: false,
    description: `The project to get ${plural} from. Leave empty to get the ${plural} of all projects.`,
    hint: `Optional: leave empty to get the ${plural} of all projects`,
  };
}

/** Narrows the list of a picker below it; it is not sent. */
export function projectFilterFor(plural: string): INodeProperties {
  return {
    ...projectLocator,
    required: false,
    description: `The project to choose from. Leave empty to choose from the ${plural} of all projects`,
    hint: `Optional: filters the list of ${plural} below`,
  };
}

export const projectFilter = projectFilterFor('jobs');

export const jobLocator = locatorInProject({
  displayName: 'Job',
  name: 'jobId',
  description: 'The job to use',
  searchListMethod: 'searchJobs',
  what: 'a job',
  idPlaceholder: '6f1d2c3b-0000-4000-8000-000000000000',
});

export const pipelineLocator = locatorInProject({
  displayName: 'Pipeline',
  name: 'pipelineId',
  description: 'The pipeline to use',
  searchListMethod: 'searchPipelines',
  what: 'a pipeline',
  idPlaceholder: '5a7e1c90-…',
});

export const appLocator = locatorInProject({
  displayName: 'App',
  name: 'appId',
  description: 'The app to use',
  searchListMethod: 'searchApps',
  what: 'an app',
  idPlaceholder: '60b2d4f8-…',
});

export const volumeLocator = locatorInProject({
  displayName: 'Volume',
  name: 'volumeId',
  description: 'The volume to use',
  searchListMethod: 'searchVolumes',
  what: 'a volume',
  idPlaceholder: '81c3f6aa-…',
});

export const dockerCredentialLocator = locatorInProject({
  displayName: 'Docker Credential',
  name: 'dockerCredentialId',
  description: 'The Docker credential to use',
  searchListMethod: 'searchDockerCredentials',
  what: 'a Docker credential',
  idPlaceholder: '92d4a7bb-…',
});

export const technologyLocator = locator({
  displayName: 'Technology',
  name: 'technologyId',
  description: 'The technology to use',
  searchListMethod: 'searchTechnologies',
  what: 'a technology',
  idPlaceholder: '7f4c2a10-…',
});

/** Whether nothing was written into an item's locator. A model leaves empty what it does not need: there, an expression always stands. */
export function isLocatorLeftEmpty(
  { execution, parameters }: ItemCall<unknown>,
  name: string,
): boolean {
  return isLeftEmpty(isTool(execution) ? parameters.value(name) : parameters.written(name));
}
