import type { INodeListSearchResult } from 'n8n-workflow';
import { createEditorContext, type EditorCall } from './loadOptions';

export async function searchList(
  call: EditorCall,
  filter?: string,
  paginationToken?: string,
): Promise<INodeListSearchResult> {
  const { context, nodeType } = await createEditorContext(call);
  const method = nodeType.methods?.listSearch?.[call.method];
  if (!method) throw new Error(`The node has no method ${call.method} that searches a list`);
  return await method.call(context, filter, paginationToken);
}
