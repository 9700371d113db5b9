import type { PlatformClient } from '../../../../platform/client';
import { wrapText } from '../../../../platform/common/content/fileContent';
import { InvalidInputError } from '../../../../platform/common/errors/errors';
import type { InputFile } from '../../../../platform/projectFiles/files/projectFolder';
import type { Target as DeployTarget } from '../../../../platform/projectFiles/target/readTarget';
import { isObject } from '../../../../platform/common/text/values';
import type { ItemCall } from '../../../shared/operation/operation';
import { splitNames } from '../../../shared/parameters/fieldValue';
import type { ItemParameters } from '../../../shared/parameters/nodeParameters';
import { getPlan, getPlanParameters } from './planOfNode';

export function readDeployTarget(call: ItemCall<PlatformClient>): DeployTarget {
  const { parameters } = call;
  const plan = getPlan(call);
  if (plan) return plan.target;
  if (parameters.choice('target') === 'newProject') {
    return { name: parameters.text('name') };
  }
  return { projectId: parameters.locator('projectId') };
}

/** Messages use this name for JSON in the option. */
const TARGET_FILE_NAME = 'Target File';

/** Returns the name of a target file among the files of the project. If the option contains JSON, returns a file with the JSON. */
export function readTargetFile(call: ItemCall<PlatformClient>): string | InputFile | undefined {
  const text = readTargetFileText(call);
  if (text === '') return undefined;
  return isJson(text) ? { path: TARGET_FILE_NAME, content: wrapText(text) } : text;
}

/** Returns an empty text if the option is not set. An expression may return the settings as an object. */
function readTargetFileText(call: ItemCall<PlatformClient>): string {
  const parameters = getPlanParameters(call);
  const value = parameters.value('options.targetFile');
  if (isObject(value)) return JSON.stringify(value);
  return requireTextIfAdded(parameters, 'options.targetFile');
}

/** @throws InvalidInputError if the user added the option but it is empty. Ignoring it would deploy too much, or deploy without an approval. */
export function requireTextIfAdded(parameters: ItemParameters, path: string): string {
  const text = parameters.text(path);
  if (splitNames(text).length > 0 || !parameters.isGiven(path)) return text.trim();
  throw new InvalidInputError(
    `"${parameters.displayName(path)}" is empty`,
    'Fill in the option, or remove it. If the option is an expression, the expression returned nothing. Nothing was sent for this item.',
  );
}

function isJson(text: string): boolean {
  return text.startsWith('{');
}

export function requireSameTarget(
  first: ItemCall<PlatformClient>,
  other: ItemCall<PlatformClient>,
): void {
  const isSameProject = readProjectKey(first) === readProjectKey(other);
  if (isSameProject && readTargetFileText(first) === readTargetFileText(other)) return;
  const [target, another] = [describeTarget(first), describeTarget(other)];
  throw new InvalidInputError(
    `Item 0 has the target "${target}", but item ${other.itemIndex} has the target "${another}"`,
    'The files of all items belong to one project, so choose one target. To deploy several projects at once, set "Source" to "ZIP File".',
  );
}

function readProjectKey(call: ItemCall<PlatformClient>): string {
  const target = readDeployTarget(call);
  return String('name' in target ? target.name : target.projectId);
}

function describeTarget(call: ItemCall<PlatformClient>): string {
  const name = readProjectKey(call);
  const text = readTargetFileText(call);
  if (text === '') return name;
  return `${name} (${isJson(text) ? `JSON of item ${call.itemIndex}` : text})`;
}
