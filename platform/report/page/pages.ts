/** What is loaded for a picture alone; see `gulpfile.js`. */
export { reportPage } from './reportPage';
export { pipelinePage } from './pipelinePage';
