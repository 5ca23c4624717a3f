import { describe, expect, test } from 'vitest';
import { mentionOf } from '#contract/comments/mentions.ts';
import { linkedParts, mentionAt, toEdited, toStored } from './mention-text.ts';

const ana = { id: '01a22e83-2d7e-7bf7-a13c-aca83ae0db60', name: 'Ana' };
const souza = { id: '01a22e83-2d72-792f-a54d-ff7241386492', name: 'Ana Souza' };
const other = { id: '01a22e83-2f3a-7e97-aa8a-e7ab38a55a26', name: 'Ana' };

describe('Mentions in the text of a comment (R-CMT-04)', () => {
  test('are stored as ids and edited as names', () => {
    const edited = 'Ask @Ana Souza, then @Ana. Not @Anabela or @Bia';
    const stored = `Ask ${mentionOf(souza.id)}, then ${mentionOf(ana.id)}. Not @Anabela or @Bia`;
    expect(toStored(edited, [ana, souza])).toBe(stored);
    expect(toEdited(stored, [ana, souza])).toBe(edited);
    expect(toEdited(stored, [])).toBe(stored);
  });

  test('of two people with one name are theirs in the order of the choice', () => {
    expect(toStored('@Ana @Ana', [ana, other])).toBe(`${mentionOf(ana.id)} ${mentionOf(other.id)}`);
  });

  test('begin with @ at the start of a word', () => {
    expect(mentionAt('Ask @an', 7)).toEqual({ search: 'an', start: 4 });
    expect(mentionAt('@', 1)).toEqual({ search: '', start: 0 });
    expect(mentionAt('ana@example', 11)).toBeNull();
    expect(mentionAt('Ask @an', 3)).toBeNull();
  });
});

test('Only addresses of the web become links, without the end of the sentence', () => {
  expect(linkedParts('See https://b3.com.br/a?b=1. Or javascript:alert(1)')).toEqual([
    'See ',
    'https://b3.com.br/a?b=1',
    '. Or javascript:alert(1)',
  ]);
});
