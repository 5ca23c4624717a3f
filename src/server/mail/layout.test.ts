import { describe, expect, test } from 'vitest';
import { renderMail, type MailContent } from './layout.ts';

const letter: MailContent = {
  locale: 'en-US',
  title: 'Hello',
  paragraphs: ['One step is left.'],
  action: { label: 'Go', url: 'https://example.com/go?a=1&b=2' },
  note: 'Not you? Then do nothing.',
};

describe('the layout of an email', () => {
  test('has the same content in HTML and plain text', () => {
    const { html, text } = renderMail(letter);
    for (const part of [
      'Hello',
      'One step is left.',
      'Go',
      'Not you? Then do nothing.',
      'Pregão',
    ]) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
    expect(text).toContain('https://example.com/go?a=1&b=2');
    expect(html).toContain('href="https://example.com/go?a=1&#38;b=2"');
    expect(html).toContain('lang="en-US"');
  });

  test('escapes every value', () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    const { html } = renderMail({
      locale: 'pt-BR',
      title: evil,
      paragraphs: [evil],
      action: { label: evil, url: 'https://example.com/"><script>' },
      note: evil,
      brand: {
        name: evil,
        logo: 'https://example.com/"onload="alert(1)',
        color: 'red;}"><script>',
      },
    });
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('<script>');
    expect(html).not.toContain('"onload=');
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', '/relative'])(
    'refuses links to %s',
    (url) => {
      expect(() => renderMail({ ...letter, action: { label: 'Go', url } })).toThrow(TypeError);
    },
  );

  test.each([
    ['#0f172a', '#ffffff'],
    ['#fde047', '#000000'],
  ])('gives a button of color %s text of color %s', (color, ink) => {
    const { html } = renderMail({ ...letter, brand: { name: 'Acme', color } });
    expect(html).toContain(`background:${color};color:${ink}`);
  });

  test('supports dark mode', () => {
    expect(renderMail(letter).html).toContain('prefers-color-scheme: dark');
  });
});
