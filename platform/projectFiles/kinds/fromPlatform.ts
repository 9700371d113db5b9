import { PlatformError } from '../../common/errors/errors';
import { excerpt } from '../../common/text/text';
import { entriesOf, fieldsOf, isObject, textOf } from '../../common/text/values';
import { compareTexts } from '../files/stableJson';
import type { CatalogTechnology } from '../target/readNames';
import type { RawEntity, Snapshot } from '../target/snapshot';
import { PART_OF, type EntityKind } from '../tree';

/** Returns the current version. Apps return it in a field of its own. */
export function currentVersion({ currentVersion, versions }: RawEntity): Record<string, unknown> {
  return isObject(currentVersion) ? currentVersion : fieldsOf(entriesOf(versions)[0]);
}

/** @throws PlatformError if an alert goes to a user without a login: left out, the user would be lost */
export function alertingInFile(kind: EntityKind, { alerting, name }: RawEntity): unknown {
  const { emails, statusList, loginEmails } = fieldsOf(alerting);
  const logins = entriesOf(loginEmails).map((entry) => textOf(fieldsOf(entry).login));
  if (logins.includes(undefined)) {
    throw new PlatformError(
      `The ${kind} "${excerpt(textOf(name) ?? '')}" alerts a user whose login the platform does not return`,
      {
        hint: `Remove that user from the alerts of the ${kind} on the platform, or exclude ${PART_OF[kind]}: files name users by their logins.`,
      },
    );
  }
  return { emails: texts(emails), logins: texts(logins), statusList: texts(statusList) };
}

/** Returns the image. Without the credentials if the platform does not list them; see `unlistedCredentials`. */
export function dockerInFile({ dockerCredentials }: Snapshot, version: Record<string, unknown>) {
  const { image, dockerCredentialsId } = fieldsOf(version.dockerInfo);
  const known = dockerCredentials.find(({ id }) => id === textOf(dockerCredentialsId));
  return { image, credentials: known && { registry: known.registry, username: known.username } };
}

/** Returns the ID of the credentials that an image is pulled with, if the platform does not list them. */
export function unlistedCredentials(
  { dockerCredentials }: Snapshot,
  version: Record<string, unknown>,
): string | undefined {
  const id = textOf(fieldsOf(version.dockerInfo).dockerCredentialsId);
  return dockerCredentials.some((known) => known.id === id) ? undefined : id;
}

export function technologyIn(
  { technologies }: Snapshot,
  { technology }: RawEntity,
): CatalogTechnology | undefined {
  return technologies.get((textOf(fieldsOf(technology).id) ?? '').toLowerCase());
}

/** Returns the texts of a list that has no order. */
export function texts(value: unknown): string[] {
  return entriesOf(value)
    .flatMap((entry) => textOf(entry) ?? [])
    .sort(compareTexts);
}
