import type { INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { pagingFields, upToLimit } from '../../../shared/items/paging';
import { projectLocator } from '../../../shared/locators/locators';
import type { Operation, Resource } from '../../../shared/operation/operation';
import type { Need } from '../../../shared/operation/rights';
import { additionalFields } from '../../../shared/parameters/collections';
import { type EntityKind, createOne, get, remove, update } from '../entityOperations';
import { entityOutput } from '../entityOutput';
import { descriptionField, moreFields, readSettingFields } from '../settings';
import { deploy } from './deploy';
import { exportOperation } from './export';
import { getReport } from './report';
import { plan } from './plan';
import { validate } from './validate';

const PROJECT: EntityKind = { noun: 'project', picker: [projectLocator] };

const toReadTechnologies: Need = {
  right: 'readCatalog',
  when: 'with **Allowed Technology Names or IDs**',
};

/** What can be set of a project besides its name. */
const projectSettings: INodeProperties[] = [
  {
    displayName: 'Allowed Technology Names or IDs',
    name: 'allowedTechnologies',
    type: 'multiOptions',
    default: [],
    typeOptions: { loadOptionsMethod: 'listTechnologies' },
    description:
      'The technologies that jobs (in every category) and apps of the project can use. A kind without a choice stays as it is. Choose from the list, or specify IDs using an <a href="https://docs.n8n.io/code/expressions/">expression</a>.',
  },
  {
    displayName: 'Authorized Groups (JSON)',
    name: 'authorizedGroups',
    type: 'json',
    default: '',
    placeholder: 'e.g. [{ "name": "analysts", "role": "ROLE_PROJECT_EDITOR" }]',
    description: 'The groups with access to the project and their roles, as a JSON array',
  },
  descriptionField('project'),
  moreFields,
];

const projectName: INodeProperties = {
  displayName: 'Name',
  name: 'name',
  description: 'The name of the project',
  type: 'string',
  default: '',
  placeholder: 'e.g. Retail',
};

const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many projects',
  description: 'Get many projects that the login has access to',
  fields: pagingFields,

  async run(call) {
    const { client, options } = call;
    const projects = await client.projects.list(options);
    return upToLimit(call, projects).map((project) => ({
      json: entityOutput(client, 'project', project),
    }));
  },
};

const getRights: Operation<PlatformClient> = {
  value: 'getRights',
  name: 'Get Rights',
  action: 'Get rights of project',
  description: 'Get the groups with access to a project and their roles',
  fields: [projectLocator],

  async run({ parameters, client, options }) {
    const projectId = parameters.locator('projectId') as string;
    const groups = await client.projects.listRights(projectId, options);
    return groups.map((group) => ({ json: { projectId, ...group } }));
  },
};

const create = createOne(PROJECT, {
  description: 'Create a project',
  rights: ['createProjects', toReadTechnologies],
  fields: [{ ...projectName, required: true }, additionalFields('project', projectSettings)],

  async prepare({ parameters, client, options }) {
    const name = parameters.text('name');
    const added = readSettingFields(parameters, 'additionalFields');
    const { values, more } = await client.projects.withAllowedTechnologies(added, options);
    return await client.projects.prepareCreate({ values: { ...values, name }, more }, options);
  },
});

export const project: Resource<PlatformClient> = {
  value: 'project',
  name: 'Project',
  operations: [
    getAll,
    get(PROJECT, 'Get a project', ({ projects }) => projects.get),
    getRights,
    getReport,
    create,
    update(PROJECT, {
      description: 'Update the settings of a project',
      rights: ['manage', toReadTechnologies],
      changeable: [...projectSettings, projectName],
      prepare:
        ({ projects }) =>
        async (id, changes, options) => {
          const settings = await projects.withAllowedTechnologies(changes, options);
          return await projects.prepareUpdate(id, settings, options);
        },
    }),
    exportOperation,
    validate,
    plan,
    deploy,
    {
      ...remove(
        PROJECT,
        'Delete a project and everything in it permanently',
        ({ projects }) => projects.prepareDelete,
      ),
      rights: ['manage'],
    },
  ],
};
