/** To be imported before the client: collects what its modules write where they are loaded. */
const texts = new Set<string>();
jest.doMock('../../../../platform/graphql/selection/supported', () => ({
  ...jest.requireActual<object>('../../../../platform/graphql/selection/supported'),
  writtenFields(text: string) {
    texts.add(text);
    return text;
  },
}));

export const everyWrittenFields: ReadonlySet<string> = texts;
