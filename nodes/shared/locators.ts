import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

/** Picks a project from a searchable list, or by its identifier. */
export const projectLocator: INodeProperties = {
  displayName: 'Project',
  name: 'projectId',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  description: 'The project to work in',
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Choose a project…',
      typeOptions: { searchListMethod: 'searchProjects', searchable: true },
    },
    { displayName: 'By ID', name: 'id', type: 'string', placeholder: 'e.g. 1f0c2d4e-…' },
  ],
};

/** Narrows the list of a picker below it; it is not sent. */
export const projectFilter: INodeProperties = {
  ...projectLocator,
  required: false,
  description: 'Leave it empty to choose among the jobs of all projects',
  hint: 'Optional: narrows the list of jobs below',
};

/** Picks a job from the jobs of the project above, or of all projects, or by its identifier. */
export const jobLocator: INodeProperties = {
  displayName: 'Job',
  name: 'jobId',
  type: 'resourceLocator',
  default: { mode: 'list', value: '' },
  required: true,
  description: 'The job to work with',
  typeOptions: { loadOptionsDependsOn: ['projectId.value'] },
  modes: [
    {
      displayName: 'From List',
      name: 'list',
      type: 'list',
      placeholder: 'Choose a job…',
      typeOptions: { searchListMethod: 'searchJobs', searchable: true },
    },
    {
      displayName: 'By ID',
      name: 'id',
      type: 'string',
      placeholder: 'e.g. 6f1d2c3b-0000-4000-8000-000000000000',
    },
  ],
};

/** The identifier that a locator holds, whichever way it was chosen. */
export function readLocator(execution: IExecuteFunctions, name: string, itemIndex: number) {
  return execution.getNodeParameter(name, itemIndex, '', { extractValue: true });
}
