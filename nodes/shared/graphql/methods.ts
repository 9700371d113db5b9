import type {
  ILoadOptionsFunctions,
  INodeListSearchResult,
  ResourceMapperField,
  ResourceMapperFields,
} from 'n8n-workflow';
import type { ArgumentField } from '../../../platform/graphql/call/describe';
import { explained, explainedInList } from '../errors/errors';
import { pageOf } from '../locators/listSearch';
import { currentChoice } from '../parameters/parameterSource';
import type { ModuleOf } from './executeQuery';

/** The lists and forms of "Call Operation", for the module that a node's client leads to. */
export function graphqlMethods<Client>(
  connect: (context: ILoadOptionsFunctions) => Promise<Client>,
  moduleOf: ModuleOf<Client>,
) {
  const open = async (context: ILoadOptionsFunctions) => await moduleOf(await connect(context));

  return {
    /** Lists every query and mutation, each with the type that it returns. */
    async searchRootFields(
      this: ILoadOptionsFunctions,
      filter?: string,
      paginationToken?: string,
    ): Promise<INodeListSearchResult> {
      return await explainedInList(this, async () => {
        const module = await open(this);
        const { schema } = await module.wholeSchema();
        const entries = module.listRootFields(schema).map((root) => ({
          name: `${root.name} · ${root.kind === 'query' ? 'Query' : 'Mutation'} · ${String(root.field.type).replaceAll('!', '')}`,
          value: module.rootFieldValue(root),
          description: root.field.description ?? undefined,
        }));
        return pageOf(entries, filter, paginationToken);
      });
    },

    /** Returns the form for the arguments of the chosen query or mutation. */
    async mapArguments(this: ILoadOptionsFunctions): Promise<ResourceMapperFields> {
      return await explained(this, async () => {
        const rootField = currentChoice(this, 'rootField');
        if (!rootField) {
          return { fields: [], emptyFieldsNotice: 'Choose a query or mutation first.' };
        }
        const module = await open(this);
        const { schema } = await module.wholeSchema();
        const described = module.describeArguments(module.findRootField(schema, rootField));
        return { fields: described.map(formField), emptyFieldsNotice: 'It takes no arguments.' };
      });
    },
  };
}

/** Returns `jobId * (UUID)` or `job.technology.label`. The mark is first, since n8n cuts long labels. */
function labelOf({ path, input, type, required }: ArgumentField): string {
  const kind = KINDS.get(input) ?? (TYPES_WITHOUT_LABEL.has(type) ? undefined : type);
  return [path.join('.'), required && '*', kind && `(${kind})`].filter(Boolean).join(' ');
}

const KINDS = new Map<ArgumentField['input'], string>([
  ['file', 'name of a binary field'],
  ['object', 'JSON'],
  ['array', 'JSON list'],
]);

const TYPES_WITHOUT_LABEL = new Set(['String', 'Int', 'Float', 'Boolean']);

function formField(argument: ArgumentField): ResourceMapperField {
  const { path, input, required, values, defaultValue } = argument;
  return {
    id: path.join('.'),
    displayName: labelOf(argument),
    // n8n marks a required field in red before the user fills it in. The node reports missing fields when it runs.
    required: false,
    defaultMatch: false,
    canBeUsedToMatch: false,
    display: true,
    // Behind "Add argument" until the user adds it.
    ...(!required && { removed: true }),
    type: input === 'file' ? 'string' : input,
    ...(values && {
      options: values.map((value) => ({
        name: value.name,
        value: value.name,
        description: value.description,
      })),
    }),
    ...(defaultValue !== undefined && { defaultValue }),
  };
}
