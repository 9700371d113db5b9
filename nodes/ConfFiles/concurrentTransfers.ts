/** As many as the service is given connections; each holds a few hundred kilobytes, however large its file. */
export const CONCURRENT_TRANSFERS = 64;
