import { readListing as readResponse } from '../../platform/confFiles/listing';

/** Reads the text of a listing without response headers. */
export function readListing(text: string, folder: string, maxEntries?: number) {
  return readResponse({ text }, folder, maxEntries);
}
