import { readEntries } from '../../platform/confFiles/listing/listing';
import { readListingPage } from '../../platform/confFiles/listing/page';

/** Reads the text of a listing that has one page. */
export function readListing(
  text: string,
  folder: string,
  options: Parameters<typeof readEntries>[2] = {},
) {
  const url = new URL('http://localhost/configuration/c/1?path=/');
  return readEntries(readListingPage({ url, text }, options.secrets), folder, options);
}
