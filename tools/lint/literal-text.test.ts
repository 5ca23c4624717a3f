import { expect, test } from 'vitest';
import rules from './literal-text.ts';

const { create } = rules.rules['no-literal-text'];

/** Returns what the rule says about an element with a child. */
const problemsOf = (child: object) => {
  const found: string[] = [];
  const visitor = create({ report: ({ message }) => found.push(message) });
  visitor.JSXElement({ type: 'JSXElement', children: [child] });
  return found;
};
const text = (value: string) => ({ type: 'JSXText', value });
const literal = (value: string) => ({ type: 'Literal', value });
const braces = (expression: object) => ({ type: 'JSXExpressionContainer', expression });

test('refuses text in elements, however it is reached (R-REL-27)', () => {
  const refusal = ['"Overdue": take the text from src/locales'];
  expect(problemsOf(text(' Overdue '))).toEqual(refusal);
  expect(problemsOf(braces(literal('Overdue')))).toEqual(refusal);
  const [left, right] = [{ type: 'Identifier' }, literal('Overdue')];
  expect(problemsOf(braces({ type: 'LogicalExpression', left, right }))).toEqual(refusal);
  const branches = { test: left, consequent: literal(''), alternate: right };
  expect(problemsOf(braces({ type: 'ConditionalExpression', ...branches }))).toEqual(refusal);
  const quasis = [{ value: { raw: 'Overdue ' } }, { value: { raw: '' } }];
  expect(problemsOf(braces({ type: 'TemplateLiteral', quasis }))).toEqual(refusal);
});

test('refuses text in attributes that are read or heard, and no others', () => {
  const found: string[] = [];
  const visitor = create({ report: ({ message }) => found.push(message) });
  for (const name of ['title', 'aria-label', 'alt', 'placeholder', 'className', 'id'])
    visitor.JSXAttribute({ type: '', name: { name }, value: literal(`of ${name}`) });
  expect(found.map((message) => /"of (.+)"/.exec(message)?.[1])).toEqual([
    'title',
    'aria-label',
    'alt',
    'placeholder',
  ]);
});

test('accepts signs, names, keys of texts and calls', () => {
  const accepted = [
    text(': '),
    text('&nbsp;'),
    text('CNAME'),
    braces(literal('settings.menu.data')),
  ];
  for (const child of [...accepted, braces({ type: 'CallExpression' })])
    expect(problemsOf(child)).toEqual([]);
});
