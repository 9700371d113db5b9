import type { FileContent } from '../../content/fileContent';

export interface GraphqlRequest {
  query: string;
  variables?: Record<string, unknown>;
  operationName?: string;
  /** Files that stand where the variables hold null; they make it a GraphQL multipart request. */
  files?: FileToSend[];
}

interface FileToSend {
  /** Where it belongs, as `variables.file`. */
  path: string;
  name: string;
  content: FileContent;
}

/** What stands in a response's `data`. */
export type GraphqlData = Record<string, unknown>;
