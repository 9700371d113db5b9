import { PlatformError } from '../../common/errors/errors';
import { excerpt } from '../../common/text/text';
import { toList, toObject, isObject, toText, valueAt } from '../../common/text/values';
import { compareTexts, isMissingOrEmpty } from '../files/stableJson';
import type { FieldOfEntity } from './fields';
import type { WantedStep } from '../plan/step';
import type { CatalogTechnology, RawEntity, Snapshot } from '../target/snapshot';
import { type Doc, type EntityKind, PART_OF } from '../tree';

/** Returns the current version. Apps have it in the field `currentVersion`, other kinds as the first of `versions`. */
export function getCurrentVersion({
  currentVersion,
  versions,
}: RawEntity): Record<string, unknown> {
  return isObject(currentVersion) ? currentVersion : toObject(toList(versions)[0]);
}

/** @throws PlatformError if the login of an alerted user is not returned: the file would lack the user */
export function toFileAlerting(kind: EntityKind, { alerting, name }: RawEntity): unknown {
  const { emails, statusList, loginEmails } = toObject(alerting);
  const logins = toList(loginEmails).map((entry) => toText(toObject(entry).login));
  if (logins.includes(undefined)) {
    throw new PlatformError(
      `The ${kind} "${excerpt(toText(name) ?? '')}" alerts a user whose login the platform does not return`,
      {
        hint: `Files identify users by login. Remove that user from the alerts of the ${kind} on the platform, or leave ${PART_OF[kind]} out of "Include" (in a deploy: out of "include" in project.json).`,
      },
    );
  }
  return {
    emails: toSortedTexts(emails),
    logins: toSortedTexts(logins),
    statusList: toSortedTexts(statusList),
  };
}

export function toFileDocker({ dockerCredentials }: Snapshot, version: Record<string, unknown>) {
  const { image, dockerCredentialsId } = toObject(version.dockerInfo);
  const listed = dockerCredentials.find(({ id }) => id === toText(dockerCredentialsId));
  return { image, credentials: listed && { registry: listed.registry, username: listed.username } };
}

/** Returns the ID of a version's Docker credential if the platform does not list it, so that files cannot name it. */
export function findUnlistedCredentialId(
  { dockerCredentials }: Snapshot,
  version: Record<string, unknown>,
): string | undefined {
  const id = toText(toObject(version.dockerInfo).dockerCredentialsId);
  return dockerCredentials.some((listed) => listed.id === id) ? undefined : id;
}

export function findEntityTechnology(
  { technologies }: Snapshot,
  { technology }: RawEntity,
): CatalogTechnology | undefined {
  return technologies.get((toText(toObject(technology).id) ?? '').toLowerCase());
}

/** Returns the texts in a list, sorted since platforms return them in any order. */
export function toSortedTexts(value: unknown): string[] {
  return toList(value)
    .flatMap((entry) => toText(entry) ?? [])
    .sort(compareTexts);
}

/** Returns the version of the files, with the current values of omitted fields that platforms fill in. */
export function completeVersion(
  { wanted, current }: WantedStep,
  allFields: readonly FieldOfEntity[],
): Doc {
  const fields = allFields.filter(({ part }) => part === 'version');
  const entries = fields.map(({ path, whenAbsent }) => {
    const kept = whenAbsent === 'keep' ? valueAt(current?.doc, path) : undefined;
    const value = [valueAt(wanted.doc, path), kept].find(
      (candidate) => !isMissingOrEmpty(candidate),
    );
    return [path.slice('version.'.length), value];
  });
  return Object.fromEntries(entries) as Doc;
}

export function toDockerSettings({ dockerCredentialsId, current }: WantedStep, version: Doc) {
  const dockerImage = toText(valueAt(version, 'docker.image'));
  const hasCredentials = valueAt(version, 'docker.credentials') !== undefined;
  // A credential that files cannot name is kept, unless the files have no image.
  const kept = dockerImage === undefined ? undefined : current?.unlistedCredentialId;
  return { dockerImage, dockerCredentialsId: hasCredentials ? dockerCredentialsId : kept };
}
