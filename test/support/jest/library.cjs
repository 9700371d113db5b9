'use strict';

const code = 'module.exports = requireAsNode(__filename);';

/** Loads libraries once per process, because loading n8n's engine takes longer than most test files. */
module.exports = { process: () => ({ code }), getCacheKey: () => code };
