import type { INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { PlatformClient } from '../../../../platform/client';
import { InvalidInputError } from '../../../../platform/common/errors/errors';
import type { Summary } from '../../../../platform/projectFiles/plan/describePlan';
import type { PlannedChange } from '../../../../platform/projectFiles/plan/step';
import type { FilesProblem } from '../../../../platform/projectFiles/validate';
import { formatCount } from '../../../../platform/common/text/amounts';
import { cleanName, excerpt } from '../../../../platform/common/text/text';
import { loadPlatform } from '../../../shared/client/loadPlatform';
import { pagingFields, takeUpToLimit } from '../../../shared/items/paging';
import { projectLocator } from '../../../shared/locators/locators';
import type { ItemCall, Operation, Resource } from '../../../shared/operation/operation';
import { defineFields } from '../../../shared/operation/output';
import { buildAdditionalFields } from '../../../shared/parameters/collections';
import { buildEntityOutput } from '../entityOutput';
import { ProjectKind } from '../projectKind';
import { moreFields, readSettingFields, buildSettingField } from '../settings';
import { deploy } from './deploy';
import { exportOperation } from './export';
import { getReport } from './report';
import { isTool } from '../../../shared/tools/toolOutput';
import { showResults } from '../../../shared/operation/hints';
import { planFields, sourceFields } from './deployFields';
import {
  buildPlanBinary,
  getSourceItems,
  readPlanOptions,
  readWithInputFiles,
  withSecretVariables,
  SECRET_PARAMETERS,
} from './deployInput';
import type { InputFile } from '../../../../platform/projectFiles/files/projectFolder';
import { readDeployTarget, readTargetFile, requireSameTarget } from './deployTarget';
import {
  buildChangeOutput,
  PLAN_OUTPUT,
  selectRelevantChanges,
  buildSummaryOutput,
} from './planOutput';
import { buildPlanTexts } from './planText';

const projectSettings: INodeProperties[] = [
  {
    displayName: 'Authorized Groups (JSON)',
    name: 'authorizedGroups',
    type: 'json',
    default: '',
    placeholder: 'e.g. [{ "name": "analysts", "role": "ROLE_PROJECT_EDITOR" }]',
    description: 'The groups with access to the project and their roles, as a JSON array',
  },
  buildSettingField('project', 'description'),
  moreFields,
];

const nameField = buildSettingField('project', 'name');

const PROJECT = new ProjectKind({
  noun: 'project',
  methods: ({ client }) => client.projects,
  picker: [projectLocator],
  settings: [...projectSettings, nameField],
  output: defineFields('name id description creator status jobsCount:integer url'),
});

const getAll: Operation<PlatformClient> = {
  value: 'getAll',
  name: 'Get Many',
  action: 'Get many projects',
  description: 'Get many projects that the login has access to',
  output: defineFields('id name url'),
  fields: pagingFields,

  async run(call) {
    const { client, options } = call;
    const projects = await client.projects.list(options);
    return takeUpToLimit(call, projects).map((project) => ({
      json: buildEntityOutput(client, 'project', project),
    }));
  },
};

const getRights: Operation<PlatformClient> = {
  value: 'getRights',
  name: 'Get Rights',
  action: 'Get rights of project',
  description: 'Get the groups with access to a project and their roles',
  output: defineFields('projectId name role isAllProjects:boolean'),
  fields: [projectLocator],

  async run({ parameters, client, options }) {
    const projectId = parameters.locator('projectId') as string;
    const groups = await client.projects.listRights(projectId, options);
    return groups.map((group) => ({ json: { projectId, ...group } }));
  },
};

const create = PROJECT.buildCreateFrom({
  description: 'Create a project',
  fields: [{ ...nameField, required: true }, buildAdditionalFields('project', projectSettings)],

  async prepare({ parameters, options }, projects) {
    const name = parameters.text('name');
    const { values, more } = readSettingFields(parameters, 'additionalFields');
    return await projects.prepareCreate({ values: { ...values, name }, more }, options);
  },
});

const ifInvalidField: INodeProperties = {
  displayName: 'If Invalid',
  name: 'ifInvalid',
  type: 'options',
  default: 'error',
  description: 'What to do if the files have problems',
  options: [
    { name: 'Fail', value: 'error', description: 'Fail with the first problems' },
    { name: 'Return the Problems', value: 'return', description: 'Return one item per problem' },
  ],
};

const PROBLEM = defineFields('path field message');

const validate: Operation<PlatformClient> = {
  value: 'validate',
  name: 'Validate',
  action: 'Validate files of project',
  description: 'Validate the files of a project. The platform is not contacted.',
  output: { valid: 'boolean', problems: [PROBLEM], ...PROBLEM },
  fields: [...sourceFields, ifInvalidField],
  needsNoCredential: true,

  async runTogether(call) {
    const valid: string[] = [];
    const invalid: string[] = [];
    const output = await readWithInputFiles(call, async (itemCall, files) => {
      const { validateFiles } = await loadPlatform();
      const found = await validateFiles(files);
      if (found.length === 0) {
        valid.push(`The project is valid: ${formatCount(files.length, 'file')}.`);
        return passItemsOn(itemCall);
      }
      if (itemCall.parameters.choice('ifInvalid') === 'error') throw invalidProjectError(found);
      invalid.push(`${invalidProjectError(found).message}.`);
      const problems = found.map(({ path, field, message }) => ({ path, field, message }));
      const binary = getSourceItems(itemCall)[0]?.binary;
      return problems.map((problem, index) => ({
        json: { ...problem, valid: false, ...(index === 0 && { problems }) },
        ...(index === 0 && binary && { binary }),
      }));
    });
    showResults(call.execution, invalid, 'warning');
    showResults(call.execution, valid);
    return output;
  },
};

const MAX_NAMED_PROBLEMS = 5;

function invalidProjectError(problems: readonly FilesProblem[]): InvalidInputError {
  const count = problems.reduce((sum, problem) => sum + (problem.count ?? 1), 0);
  const descriptions = problems.slice(0, MAX_NAMED_PROBLEMS).map(({ path, message }) => {
    const text = excerpt(message, [], 300);
    return path === '' ? text : `${excerpt(path, [], 200)}: ${text}`;
  });
  const more = count - descriptions.length;
  return new InvalidInputError(
    `The files of the project have ${formatCount(count, 'problem')}`,
    [
      ...descriptions,
      ...(more > 0
        ? [`And ${more} more. To return all of them, set "If Invalid" to "Return the Problems".`]
        : []),
    ].join(' '),
  );
}

function passItemsOn(call: ItemCall<PlatformClient>): INodeExecutionData[] {
  const result = { valid: true, problems: [] };
  if (isTool(call.execution)) return [{ json: result }];
  return getSourceItems(call).map(({ json, binary, pairedItem }) => ({
    json: { ...json, ...result },
    ...(binary && { binary }),
    pairedItem,
  }));
}

const plan: Operation<PlatformClient> = {
  value: 'plan',
  name: 'Plan',
  action: 'Plan deploy of project',
  description:
    "Show the changes that a deploy of the project's files would make. Nothing is changed.",
  builderHint:
    "For an approval, put plan with output 'summary' before deploy: send its text with a sendAndWait operation, and let deploy use source 'planOfNode'.",
  secretParameters: SECRET_PARAMETERS,
  output: PLAN_OUTPUT,
  fields: planFields,

  async runTogether(call) {
    const blocked: string[] = [];
    const planned: string[] = [];
    const planFiles = async (
      itemCall: ItemCall<PlatformClient>,
      inputFiles: readonly InputFile[],
    ) => {
      const targetFile = readTargetFile(itemCall);
      const { describePlan, readProjectFiles } = await loadPlatform();
      const files = await readProjectFiles(inputFiles, { targetFile });
      const options = {
        ...readPlanOptions(itemCall),
        driftOnly: itemCall.parameters.boolean('options.driftOnly'),
      };
      const callOptions = withSecretVariables(itemCall, options);
      const { changes, summary, fingerprint } = await describePlan(
        itemCall.client.connection,
        files,
        readDeployTarget(itemCall),
        options,
        callOptions,
      );
      const results = summary.action === 'blocked' ? blocked : planned;
      results.push(describePlanResult(summary, options.driftOnly), ...describeFirstNote(changes));
      const binary = await buildPlanBinary(itemCall, inputFiles);
      const texts = isTool(call.execution) ? undefined : buildPlanTexts(summary, changes);
      const steps = itemCall.parameters.choice('output') === 'steps' ? changes : [];
      return [
        { json: buildSummaryOutput(summary, fingerprint, texts), ...(binary && { binary }) },
        ...selectRelevantChanges(itemCall, steps).map((change) => ({
          json: { ...buildChangeOutput(change), ...(fingerprint !== undefined && { fingerprint }) },
        })),
      ];
    };
    const output = await readWithInputFiles(call, planFiles, requireSameTarget);
    showResults(call.execution, blocked, 'warning');
    showResults(call.execution, planned);
    return output;
  },
};

function describePlanResult(
  { name, action, reason, blocked }: Summary,
  driftOnly: boolean,
): string {
  const project = `"${cleanName(name)}"`;
  if (driftOnly) return `The drift of ${project}: ${reason}`;
  const first = blocked[0];
  if (first) {
    const more = blocked.length > 1 ? ' The output has the other reasons.' : '';
    const subject = `${first.kind} "${first.name}"`;
    return `The plan for ${project} is blocked: ${reason} The ${subject}: ${first.reason}${more}`;
  }
  return action === 'unchanged'
    ? `The plan for ${project} changes nothing: ${reason}`
    : `The plan for ${project}: ${reason}`;
}

/** Returns the note of the first change that has one, for example that a name exists twice, and the number of other notes. */
function describeFirstNote(changes: readonly PlannedChange[]): string[] {
  const noted = changes.filter(
    ({ action, reason }) => reason && action !== 'extraneous' && action !== 'blocked',
  );
  const [first] = noted;
  if (!first) return [];
  const more =
    noted.length > 1 ? ` The output has ${formatCount(noted.length - 1, 'more note')}.` : '';
  const name = cleanName(first.name);
  return [`Note on the ${first.kind} "${name}": ${excerpt(first.reason ?? '', [], 300)}${more}`];
}

export const project: Resource<PlatformClient> = {
  value: 'project',
  name: 'Project',
  operations: [
    getAll,
    PROJECT.buildGet('Get a project'),
    getRights,
    getReport,
    create,
    PROJECT.buildUpdate('Update the settings of a project'),
    exportOperation,
    validate,
    plan,
    deploy,
    PROJECT.buildDelete('Delete a project and everything in it permanently'),
  ],
};
