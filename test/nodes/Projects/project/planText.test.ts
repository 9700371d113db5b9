import { planTexts } from '../../../../nodes/Projects/resources/project/planText';

const change = (kind: string, name: string, field: string, to: string) => ({
  ...{ kind, name, action: 'create' },
  changes: [{ field, from: undefined, to }],
});

test('no value hides what follows it in a form, and a new right shows its role', () => {
  const changes = [
    change('variable', 'DAY', 'value', 'Mon <!--'),
    change('right', 'contractors', 'role', 'ROLE_PROJECT_MANAGER'),
  ];
  const { text, html } = planTexts({ name: 'Prod', reason: '2 to create.' }, changes as never);
  for (const shown of [text, html]) {
    expect(shown).not.toContain('<!--');
    expect(shown).toContain('ROLE_PROJECT_MANAGER');
  }
});
