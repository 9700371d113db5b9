import { descriptionHtml } from '../../../../nodes/shared/errors/errors';

test.each([
  ['lines', 'first\nsecond\r\nthird', 'first<br>second<br>third'],
  ['indents', 'a\n  b  c\n\td', 'a<br>&nbsp;&nbsp;b  c<br>&nbsp;&nbsp;&nbsp;&nbsp;d'],
  ['what looks like HTML', '<b>5 > 4</b> &amp;', '&lt;b&gt;5 &gt; 4&lt;/b&gt; &amp;amp;'],
  ['what n8n would replace', '`x` %%PARAMETER%%', '&#96;x&#96; &#37;&#37;PARAMETER&#37;&#37;'],
])('%s are kept', (_what, description, html) => {
  expect(descriptionHtml(description)).toBe(html);
});
