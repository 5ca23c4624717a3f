import { describe, expect, test } from 'vitest';
import { breakingChanges } from './breaking.ts';
import { undeclared } from './declared.ts';
import { describePublicApi } from './document.ts';
import { surfaceOf } from './surface.ts';

/** The check that compares the public API with that of the last release (R-API-08). */
const current = await describePublicApi();
const list = '/api/Transaction/GetAll';
const create = '/api/Transaction/Create';

type Schema = {
  properties: Record<string, Record<string, unknown>>;
  required: string[];
};
type Call = {
  operationId: string;
  description: string;
  parameters: { name: string; required?: boolean; schema: Record<string, unknown> }[];
  requestBody: { content: { 'application/json': { schema: Schema } } };
  responses: Record<string, unknown>;
};
type Parts = {
  paths: Record<string, Record<string, Call>>;
  components: { schemas: Record<string, Schema> };
};

/** Returns the changes that break programs once the document is edited. */
const after = (edit: (parts: Parts) => void) => {
  const changed = structuredClone(current);
  edit(changed as unknown as Parts);
  return breakingChanges(current, changed);
};
const callOf = ({ paths }: Parts, path: string, method: string) => paths[path]?.[method] as Call;
const inputOf = (parts: Parts) =>
  callOf(parts, create, 'post').requestBody.content['application/json'].schema;
const recordOf = ({ components }: Parts) => components.schemas['Transaction'] as Schema;

describe('The check for breaking changes (R-API-08)', () => {
  test('reads every call of API keys and finds none in an equal document', () => {
    expect(Object.keys(current.paths ?? {}).length).toBeGreaterThan(30);
    expect(surfaceOf(current).size).toBeGreaterThan(500);
    expect(breakingChanges(current, structuredClone(current))).toEqual([]);
  });

  test.each<[string, (parts: Parts) => void, string]>([
    ['a removed call', ({ paths }) => delete paths[create], `POST ${create}: has gone`],
    [
      'another name',
      (parts) => (callOf(parts, create, 'post').operationId = 'addTransaction'),
      `POST ${create}: has another name or scope`,
    ],
    [
      'another scope',
      (parts) => (callOf(parts, create, 'post').description = 'Needs another scope'),
      `POST ${create}: has another name or scope`,
    ],
    [
      'a removed parameter',
      (parts) => callOf(parts, list, 'get').parameters.splice(0, 1),
      `GET ${list} query`,
    ],
    [
      'a new required parameter',
      (parts) =>
        callOf(parts, list, 'get').parameters.push({
          name: 'of',
          in: 'query',
          required: true,
          schema: { type: 'string' },
        } as Call['parameters'][number]),
      `GET ${list} query of: is required now`,
    ],
    [
      'a new required property of a body',
      (parts) => {
        inputOf(parts).properties['currency'] = { type: 'string' };
        inputOf(parts).required.push('currency');
      },
      `POST ${create} body.currency: is required now`,
    ],
    [
      'an optional property that is required',
      (parts) => inputOf(parts).required.push('category'),
      `POST ${create} body.category: is required now`,
    ],
    [
      'a narrower type',
      (parts) => (inputOf(parts).properties['price'] = { type: 'integer' }),
      `POST ${create} body.price: number is no longer accepted`,
    ],
    [
      'a lower limit',
      (parts) => Object.assign(inputOf(parts).properties['description'] ?? {}, { maxLength: 3 }),
      `POST ${create} body.description: maxLength is 3 now`,
    ],
    [
      'a property that a reply lost',
      (parts) => delete recordOf(parts).properties['amount'],
      `GET ${list} 200[].amount: has gone`,
    ],
    [
      'a property that may be missing',
      (parts) => (recordOf(parts).required = ['id']),
      `GET ${list} 200[].amount: may be missing now`,
    ],
    [
      'a property that may be null',
      (parts) => (recordOf(parts).properties['amount'] = { type: ['number', 'null'] }),
      `GET ${list} 200[].amount: may be null now`,
    ],
    [
      'a status that is new',
      (parts) => (callOf(parts, create, 'post').responses['202'] = { description: 'Later' }),
      `POST ${create} 202: is answered now`,
    ],
    [
      'a status that has gone',
      (parts) => delete callOf(parts, list, 'get').responses['204'],
      `GET ${list} 204: has gone`,
    ],
  ])('names %s', (_what, edit, expected) => {
    expect(after(edit).join('\n')).toContain(expected);
  });

  test.each<[string, (parts: Parts) => void]>([
    ['a new call', (parts) => (parts.paths['/api/New'] = { get: callOf(parts, list, 'get') })],
    [
      'a new optional property of a body',
      (parts) => (inputOf(parts).properties['note'] = { type: 'string' }),
    ],
    [
      'a new property of a reply',
      (parts) => {
        recordOf(parts).properties['note'] = { type: 'string' };
        recordOf(parts).required.push('note');
      },
    ],
    [
      'a higher limit',
      (parts) =>
        Object.assign(inputOf(parts).properties['description'] ?? {}, { maxLength: 9_999 }),
    ],
    [
      'another rule in the description',
      (parts) => (callOf(parts, create, 'post').description += ' `note` is short.'),
    ],
    ['a property that is optional now', (parts) => (inputOf(parts).required = [])],
    ['a refusal that has gone', (parts) => delete callOf(parts, list, 'get').responses['403']],
  ])('allows %s', (_what, edit) => {
    expect(after(edit)).toEqual([]);
  });

  test('passes a change only if the change log names its call as breaking', () => {
    const changes = after(({ paths }) => delete paths[create]);
    const log = (section: string) =>
      `# Change log\n\n## Unreleased\n\n### ${section}\n\n- \`POST ${create}\` has gone.\n\n## 0.1.0\n`;
    expect(undeclared(changes, log('Breaking'))).toEqual([]);
    expect(undeclared(changes, log('Changed'))).toEqual(changes);
    expect(undeclared(changes, '## Unreleased\n')).toEqual(changes);
  });
});
