import type { INodeProperties } from 'n8n-workflow';
import { projectLocator } from '../../../shared/locators/locators';

const shownFor = (name: string, ...values: string[]) => ({ show: { [name]: values } });

export const reportFields: INodeProperties[] = [
  {
    displayName: 'Projects',
    name: 'projects',
    type: 'options',
    default: 'one',
    description: 'The projects whose jobs and pipelines to include',
    options: [
      { name: 'One Project', value: 'one' },
      { name: 'Several Projects', value: 'several' },
      {
        name: 'All Projects',
        value: 'all',
        description: 'All projects that the login has access to',
      },
    ],
  },
  { ...projectLocator, displayOptions: shownFor('projects', 'one') },
  {
    displayName: 'Project Names or IDs',
    name: 'projectIds',
    type: 'multiOptions',
    // Not "required": n8n would ask for it where an expression says which projects.
    default: [],
    description:
      'The projects to include. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
    typeOptions: { loadOptionsMethod: 'listProjects' },
    displayOptions: shownFor('projects', 'several'),
  },
  {
    displayName: 'Resources',
    name: 'resources',
    type: 'options',
    default: 'both',
    description: 'What to include in the report',
    options: [
      { name: 'Jobs', value: 'jobs' },
      { name: 'Jobs and Pipelines', value: 'both' },
      { name: 'Pipelines', value: 'pipelines' },
    ],
  },
  {
    displayName: 'Period',
    name: 'period',
    type: 'options',
    default: 'last24Hours',
    description: 'The report counts runs that started in this period',
    options: [
      { name: 'Between Two Times', value: 'between' },
      { name: 'Last 24 Hours', value: 'last24Hours' },
      { name: 'Last 30 Days', value: 'last30Days' },
      { name: 'Last 7 Days', value: 'last7Days' },
      { name: 'Since a Time', value: 'since' },
    ],
  },
  {
    displayName: 'From',
    name: 'from',
    type: 'dateTime',
    default: '',
    required: true,
    placeholder: 'e.g. 2026-11-01T06:00:00',
    description: 'The start of the period',
    displayOptions: shownFor('period', 'since', 'between'),
  },
  {
    displayName: 'To',
    name: 'to',
    type: 'dateTime',
    default: '',
    required: true,
    placeholder: 'e.g. 2026-11-08T06:00:00',
    description: 'The end of the period',
    displayOptions: shownFor('period', 'between'),
  },
  {
    displayName: 'Time Zone',
    name: 'timezone',
    type: 'string',
    default: '',
    placeholder: 'e.g. Europe/Paris',
    description:
      'The time zone for times without an offset, and for the times on the page. If empty, the time zone of the workflow is used.',
  },
  {
    displayName: 'Output',
    name: 'output',
    type: 'options',
    default: 'items',
    description: 'How to return the report',
    options: [
      {
        name: 'Items',
        value: 'items',
        description: 'One item per job or pipeline, then one with the totals',
      },
      {
        name: 'Page',
        value: 'page',
        description:
          'One item with the totals and an HTML file, which you can open or send by email',
      },
    ],
  },
  {
    displayName: 'Put Output File in Field',
    name: 'binaryPropertyName',
    type: 'string',
    default: 'data',
    required: true,
    description: 'The name of the output field to put the page in',
    displayOptions: shownFor('output', 'page'),
  },
];
