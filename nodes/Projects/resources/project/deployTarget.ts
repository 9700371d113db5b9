import type { PlatformClient } from '../../../../platform/client';
import { textContent } from '../../../../platform/content/fileContent';
import { InvalidInputError } from '../../../../platform/errors/errors';
import type { GivenFile } from '../../../../platform/projectFiles/files/projectFolder';
import type { Target as DeployTarget } from '../../../../platform/projectFiles/target/target';
import { isObject } from '../../../../platform/text/values';
import type { ItemCall } from '../../../shared/operation/operation';
import { readFileOf } from './fileSource';

export function readTarget({ parameters }: ItemCall<PlatformClient>): DeployTarget {
  if (parameters.choice('target') === 'newProject') {
    return { name: parameters.text('name') };
  }
  return { projectId: parameters.locator('projectId') };
}

/** Messages name a file so that is none of the project's. */
const PATH = 'Target File';

/** What the target has of its own: the name of one of the files, or another file. */
export async function readTargetFile(
  call: ItemCall<PlatformClient>,
): Promise<string | GivenFile | undefined> {
  const { from, text } = targetFileOf(call);
  if (from === 'files') return text || undefined;
  if (text === '') {
    throw new InvalidInputError(
      'The option "Target File" is empty',
      'Fill it in, or remove the option "Target File From". Nothing was sent.',
    );
  }
  const isJson = from === 'json';
  const content = isJson ? textContent(text) : await readFileOf(call, text);
  return { path: PATH, content };
}

/** The input field that holds the settings of the target. */
export function targetFileField(call: ItemCall<PlatformClient>): string | undefined {
  const { from, text } = targetFileOf(call);
  return from === 'binary' ? text : undefined;
}

function targetFileOf({ parameters }: ItemCall<PlatformClient>) {
  const chosen = parameters.choice<'files' | 'binary' | 'json'>('options.targetFrom');
  const given = chosen === 'binary' ? undefined : parameters.value('options.targetFile');
  const written = isObject(given) ? JSON.stringify(given) : parameters.text('options.targetFile');
  const text = written.trim();
  // A file of the project has no such name.
  const from = chosen === 'files' && text.startsWith('{') ? 'json' : chosen;
  return { from, text };
}

/** The files of all items are one project, so they go to one place. */
export function requireSameTarget(
  first: ItemCall<PlatformClient>,
  other: ItemCall<PlatformClient>,
): void {
  const isSameProject = projectOf(first) === projectOf(other);
  if (isSameProject && targetFileOf(first).text === targetFileOf(other).text) return;
  const [target, another] = [nameOf(first), nameOf(other)];
  throw new InvalidInputError(
    `Item 0 has the target "${target}", but item ${other.itemIndex} has the target "${another}"`,
    'The files of all items belong to one project, so choose one target. To deploy several projects at once, set "Source" to "ZIP File".',
  );
}

function projectOf(call: ItemCall<PlatformClient>): string {
  const target = readTarget(call);
  return String('name' in target ? target.name : target.projectId);
}

function nameOf(call: ItemCall<PlatformClient>): string {
  const name = projectOf(call);
  const { from, text } = targetFileOf(call);
  if (text === '') return name;
  return `${name} (${from === 'json' ? `JSON of item ${call.itemIndex}` : text})`;
}
