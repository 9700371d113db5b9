'use strict';

const code = 'module.exports = requireAsNode(__filename);';

/** A library is loaded as Node does, once a process: to load n8n's engine takes longer than most test files need to run. */
module.exports = { process: () => ({ code }), getCacheKey: () => code };
