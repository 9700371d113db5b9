import type { X509Certificate } from 'node:crypto';
import { excerpt } from '../text/text';

const MAX_NAME_CHARACTERS = 100;
const MAX_NAMES = 3;

/** The name of the owner of a certificate, or of its issuer. */
export function nameOf(distinguishedName: string): string {
  const fields = distinguishedName.split('\n').map((line) => line.split('='));
  const named = (key: string) => fields.find(([name]) => name === key)?.slice(1);
  const value = named('CN') ?? named('OU') ?? named('O');
  return `"${excerpt(value?.join('=') ?? distinguishedName, [], MAX_NAME_CHARACTERS)}"`;
}

export function namesOf(certificates: readonly X509Certificate[]): string {
  const names = certificates.slice(0, MAX_NAMES).map(({ subject }) => nameOf(subject));
  return `${names.join(', ')}${certificates.length > MAX_NAMES ? ', …' : ''}`;
}

export function hasEnded({ validTo }: X509Certificate): boolean {
  return Date.parse(validTo) < Date.now();
}

function hasNotBegun({ validFrom }: X509Certificate): boolean {
  return Date.parse(validFrom) > Date.now();
}

/** Which certificate is not valid today, and since or until when; empty if all are. */
export function describeInvalid(certificates: readonly X509Certificate[]): string {
  const invalid = certificates.find((each) => hasEnded(each) || hasNotBegun(each));
  if (!invalid) return '';
  const { subject, validFrom, validTo } = invalid;
  return hasEnded(invalid)
    ? `${nameOf(subject)} expired on ${dayOf(validTo)}.`
    : `${nameOf(subject)} is valid from ${dayOf(validFrom)} on.`;
}

/** Whose the client certificate is, and whether it is valid. */
export function describeClientCertificate(certificate: X509Certificate): string {
  const { subject, issuer, validTo } = certificate;
  const validity = describeInvalid([certificate]) || `It is valid until ${dayOf(validTo)}.`;
  return `It is that of ${nameOf(subject)}, issued by ${nameOf(issuer)}. ${validity}`;
}

/** A day, as 2026-11-23. */
function dayOf(date: string): string {
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? excerpt(date, [], 40) : new Date(ms).toISOString().slice(0, 10);
}
