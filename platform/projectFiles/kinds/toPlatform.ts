import { isObject, textOf, valueAt } from '../../common/text/values';
import { isMissing } from '../files/stableJson';
import type { WantedStep } from '../plan/step';
import type { Doc } from '../tree';
import type { FieldOfEntity } from './fields';

/** Returns the settings that differ, by the platform's names. Settings that the files do not have are emptied. */
export function settingsToSet({ wanted, changedFields, current }: WantedStep): Doc {
  const entries = changedFields
    .filter(({ part }) => part === 'settings')
    .map(({ path, type, name }) => [name, valueToSet(path, type, valueAt(wanted.doc, path))]);
  const values = Object.fromEntries(entries) as Doc;
  // A new entity has no settings to empty.
  if (current) return values;
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function valueToSet(path: string, type: FieldOfEntity['type'], value: unknown): unknown {
  if (type === 'flag') return value === true;
  // Platforms require the list. Null removes the alerting.
  if (path === 'alerting' && isObject(value)) return { statusList: [], ...value };
  // Platforms refuse a blank cron.
  const isBlank = typeof value === 'string' && value.trim() === '';
  return isBlank ? null : (value ?? null);
}

/** Returns the version in the files, by the names in a file, with the current values of fields that platforms fill in. */
export function versionInFile(
  { wanted, current }: WantedStep,
  allFields: readonly FieldOfEntity[],
): Doc {
  const fields = allFields.filter(({ part }) => part === 'version');
  const entries = fields.map(({ path, whenAbsent }) => {
    const kept = whenAbsent === 'keep' ? valueAt(current?.doc, path) : undefined;
    const value = [valueAt(wanted.doc, path), kept].find((one) => !isMissing(one));
    return [path.slice('version.'.length), value];
  });
  return Object.fromEntries(entries) as Doc;
}

/** Returns the image that a version runs, and the login to pull it with. */
export function dockerToSet({ dockerCredentialsId, current }: WantedStep, version: Doc) {
  const dockerImage = textOf(valueAt(version, 'docker.image'));
  const hasCredentials = valueAt(version, 'docker.credentials') !== undefined;
  // Credentials that no file can name are kept with their image.
  const kept = dockerImage === undefined ? undefined : current?.unlistedCredentialsId;
  return { dockerImage, dockerCredentialsId: hasCredentials ? dockerCredentialsId : kept };
}
