import { objectsIn } from '../../resources/entities';
import { entriesOf, fieldsOf, isObject, textOf } from '../../text/values';
import { compareTexts } from '../files/stableJson';
import type { CatalogTechnology, RawEntity, Snapshot } from '../target/readTarget';

/** Values that entities of several kinds have, as files have them. */

/** Returns the current version. Apps return it in a field of its own. */
export function currentVersion({ currentVersion, versions }: RawEntity): Record<string, unknown> {
  return isObject(currentVersion) ? currentVersion : fieldsOf(entriesOf(versions)[0]);
}

export function alertingInFile({ alerting }: RawEntity): unknown {
  const { emails, statusList, loginEmails } = fieldsOf(alerting);
  const logins = objectsIn<Record<string, unknown>>(loginEmails).map(({ login }) => login);
  return { emails: texts(emails), logins: texts(logins), statusList: texts(statusList) };
}

export function dockerInFile({ dockerCredentials }: Snapshot, version: Record<string, unknown>) {
  const { image, dockerCredentialsId } = fieldsOf(version.dockerInfo);
  const credentials = dockerCredentials.find(({ id }) => id === dockerCredentialsId);
  if (!credentials) return { image };
  const { registry, username } = credentials;
  return { image, credentials: { registry, username } };
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
