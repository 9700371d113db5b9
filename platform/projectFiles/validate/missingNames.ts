import { excerpt } from '../../text/text';
import { referencesOf, type Reference } from '../files/globs/entityPaths';
import { PART_OF, type ProjectEntity } from '../files/model';
import type { ParsedFiles } from '../files/parseFiles';
import type { FilesProblem } from './problem';

const FIELD_OF: Record<Reference['kind'], string> = {
  job: 'version.graph',
  volume: 'version.volumes',
};

/** Names of jobs and volumes that files use and none of them has; of parts that are left out, the target may have them. */
export function missingNames(
  { model: { include, entities } }: ParsedFiles,
  paths: ReadonlyMap<ProjectEntity, string>,
): FilesProblem[] {
  const keys = {
    job: new Set(entities.job.map(({ key }) => key)),
    volume: new Set(entities.volume.map(({ key }) => key)),
  };
  const isMissing = ({ kind, key }: Reference) =>
    include.includes(PART_OF[kind]) && !keys[kind].has(key);
  const problem = (entity: ProjectEntity, { kind, key }: Reference): FilesProblem => {
    const what = `${kind} "${excerpt(key)}"${kind === 'job' ? ' of the graph' : ''}`;
    return {
      path: paths.get(entity) ?? '',
      field: FIELD_OF[kind],
      message: `No file contains the ${what}. Add its file, or remove the name.`,
    };
  };
  return (['pipeline', 'app'] as const).flatMap((kind) =>
    entities[kind].flatMap((entity) =>
      referencesOf(kind, entity.file)
        .filter(isMissing)
        .map((reference) => problem(entity, reference)),
    ),
  );
}
