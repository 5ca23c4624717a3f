import { describe, expect, test } from 'vitest';
import { renderMail, type MailContent } from './layout.ts';

const letter: MailContent = {
  locale: 'en-US',
  title: 'Hello',
  preview: 'A short summary',
  paragraphs: ['One step is left.'],
  details: [
    { label: 'Plan', value: 'Pro' },
    { label: 'PDF', value: 'Download', url: 'https://example.com/in_1.pdf' },
  ],
  action: { label: 'Go', url: 'https://example.com/go?a=1&b=2', fallback: 'Or open this link:' },
  note: 'Not you? Then do nothing.',
  footer: ['You have an account.', 'Rua das Flores, 1'],
};

describe('the layout of an email', () => {
  test('has the same content in HTML and plain text', () => {
    const { html, text } = renderMail(letter);
    for (const part of [
      'Hello',
      'One step is left.',
      'Go',
      'Not you? Then do nothing.',
      'Pro',
      'https://example.com/in_1.pdf',
      'You have an account.',
      'Rua das Flores, 1',
      'Pregão',
    ]) {
      expect(html).toContain(part);
      expect(text).toContain(part);
    }
    expect(text).toContain('https://example.com/go?a=1&b=2');
    expect(html).toContain('href="https://example.com/go?a=1&#38;b=2"');
    expect(html).toContain('lang="en-US"');
    expect(html).toContain('Or open this link:');
    expect(html.indexOf('A short summary')).toBeLessThan(html.indexOf('One step is left.'));
  });

  test('escapes every value', () => {
    const evil = `<img src=x onerror="alert('1')">&`;
    const { html } = renderMail({
      locale: 'pt-BR',
      title: evil,
      preview: evil,
      paragraphs: [evil],
      details: [{ label: evil, value: evil, url: 'https://example.com/"><script>' }],
      action: { label: evil, url: 'https://example.com/"><script>', fallback: evil },
      note: evil,
      footer: [evil],
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
      const action = { label: 'Go', url, fallback: '' };
      expect(() => renderMail({ ...letter, action })).toThrow(TypeError);
      const details = [{ label: 'PDF', value: 'Download', url }];
      expect(() => renderMail({ ...letter, details })).toThrow(TypeError);
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
