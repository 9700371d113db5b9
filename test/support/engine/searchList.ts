import type { INodeListSearchResult } from 'n8n-workflow';
import { createEditorContext, type EditorQuestion } from './loadOptions';

export async function searchList(
  question: EditorQuestion,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const { context, nodeType } = await createEditorContext(question);
  const method = nodeType.methods?.listSearch?.[question.method];
  if (!method) throw new Error(`The node has no method ${question.method} that searches a list`);
  return await method.call(context, filter, paginationToken);
}
