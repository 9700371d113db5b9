import { itemPathOf, plainValueAt } from '../../../../nodes/shared/parameters/itemPath';

test.each([
  ['={{ $json.jobId }}', ['jobId']],
  ['={{$json.job.id}}', ['job', 'id']],
  ['={{ $json["job id"] }}', ['job id']],
  ["={{ $json['a']['b'].c_1 }}", ['a', 'b', 'c_1']],
])('%s only names a value of its item', (expression, path) => {
  expect(itemPathOf(expression)).toEqual(path);
});

test.each([
  '={{ $json }}',
  '={{ $json.jobId }} ',
  ' ={{ $json.jobId }}',
  '=id {{ $json.jobId }}',
  '={{ $json.jobId.trim() }}',
  '={{ $json.jobId + 1 }}',
  '={{ $json?.jobId }}',
  '={{ $json.jobs[0] }}',
  '={{ $json[`id`] }}',
  '={{ $json["a\\"b"] }}',
  '={{ $json.constructor }}',
  '={{ $json["__proto__"].a }}',
  '={{ $("Jobs").item.json.id }}',
  '={{ $json.a }}{{ $json.b }}',
  '={{ $jsonOther.a }}',
])('%s is left to n8n', (expression) => {
  expect(itemPathOf(expression)).toBeUndefined();
});

test.each([
  [{ a: 'x' }, 'x'],
  [{ a: '' }, ''],
  [{ a: 0 }, 0],
  [{ a: false }, false],
  [{ a: null }, undefined],
  [{ a: {} }, undefined],
  [{ a: ['x'] }, undefined],
  [{}, undefined],
  [Object.create({ a: 'inherited' }), undefined],
  [null, undefined],
  ['text', undefined],
])('in %j there is %j', (json, value) => {
  expect(plainValueAt(json, ['a'])).toBe(value);
});
