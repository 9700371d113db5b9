/** A limit for silence that a test can wait for. */
process.env.DATA_PLATFORM_REQUEST_TIMEOUT_SECONDS = '1.5';
