import { readListing as readResponse } from '../../platform/confFiles/listing';

/** Reads the text of a listing without response headers. */
export function readListing(
  text: string,
  folder: string,
  options?: Parameters<typeof readResponse>[2],
) {
  return readResponse({ text }, folder, options);
}
