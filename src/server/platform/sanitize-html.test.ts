import { describe, expect, test } from 'vitest';
import { plainText, sanitizeHtml } from './sanitize-html.ts';

describe('sanitizing HTML (R-SITE-06)', () => {
  test('keeps the elements of an article', () => {
    const html =
      '<h2>Title</h2><p>Text with <strong>weight</strong> and <a href="https://x.example/" rel="noopener">a link</a>.</p>' +
      '<ul><li>one</li></ul><blockquote><p>said</p></blockquote><pre><code>a &lt; b</code></pre>' +
      '<table><thead><tr><th>Loss</th></tr></thead><tbody><tr><td>10%</td></tr></tbody></table>' +
      '<figure><img alt="A" src="https://x.example/a.png" width="4" height="3" loading="lazy" decoding="async" /><figcaption>A</figcaption></figure>';
    expect(sanitizeHtml(html)).toBe(html);
  });

  test('turns h1 into h2, as the page has its own h1', () => {
    expect(sanitizeHtml('<h1>Title</h1>')).toBe('<h2>Title</h2>');
  });

  test('keeps simple ids of headings and removes all others', () => {
    const linked =
      '<a href="#os-riscos-2" rel="noopener">riscos</a><h2 id="os-riscos-2">Riscos</h2>';
    expect(sanitizeHtml(linked)).toBe(linked);
    expect(sanitizeHtml('<h1 id="a">A</h1><h3 id="जोखिम">B</h3>')).toBe(
      '<h2 id="a">A</h2><h3 id="जोखिम">B</h3>',
    );
    for (const id of ['_reactInternal', 'a b', 'a"b', '', '-a']) {
      expect(sanitizeHtml(`<h4 id='${id}' class="x">A</h4>`)).toBe('<h4>A</h4>');
    }
  });

  test('keeps pictures over plain HTTP from the given origins only', () => {
    const from = (origin: string) => `<img src="${origin}/content/images/a.png">`;
    const pictures = ['http://ghost.internal:2368'];
    expect(sanitizeHtml(from('http://ghost.internal:2368'), { pictures })).toContain('a.png');
    expect(sanitizeHtml(from('http://ghost.internal'), { pictures })).toBe('');
    expect(sanitizeHtml(from('http://ghost.internal:2368'))).toBe('');
    expect(sanitizeHtml(from('https://else.example'), { pictures })).toContain('a.png');
  });

  test.each([
    ['a script', '<script>alert(1)</script>', ''],
    ['a script tag in mixed case', '<ScRiPt\n>alert(1)</sCrIpT >', ''],
    ['a nested script', '<scr<script>x</script>ipt>alert(1)</script>', 'xipt&gt;alert(1)'],
    ['an unclosed script', '<p>a</p><script>alert(1)', '<p>a</p>'],
    ['an iframe', '<iframe src="https://x.example">text</iframe>', ''],
    ['an iframe with srcdoc', '<iframe srcdoc="<script>x</script>"></iframe>', ''],
    ['object and embed', '<object data="x"><embed src="y"></object>', ''],
    ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
    ['an image with an event handler', '<img src=data:x onerror=alert(1)>', ''],
    ['a javascript: URL', '<a href="javascript:alert(1)">a</a>', '<a rel="noopener">a</a>'],
    [
      'a javascript: URL with a line break',
      '<a href="java&#10;script:alert(1)">a</a>',
      '<a rel="noopener">a</a>',
    ],
    [
      'a javascript: URL in entities',
      '<a href="&#106;avascript:alert(1)">a</a>',
      '<a rel="noopener">a</a>',
    ],
    ['a data: URL', '<a href="data:text/html,x">a</a>', '<a rel="noopener">a</a>'],
    ['a protocol-relative image of another site', '<img src="//x.example/a.png">', ''],
    [
      'an SVG with a javascript: link',
      '<svg><a xlink:href="javascript:x"><text>a</text></a></svg>',
      '',
    ],
    ['formulas', '<math><mtext><img src=x onerror=x></mtext></math>', ''],
    ['styles', '<style>*{}</style><p style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['a form', '<form action="https://x.example"><input name="p"><button>a</button></form>', 'a'],
    ['base and meta refresh', '<base href="//x"><meta http-equiv="refresh" content="0">', ''],
    ['a template element', '<template><script>x</script>a</template>', ''],
    ['an HTML comment', '<!-- <script>x</script> -->a', 'a'],
  ])('removes %s', (_name, html, left) => {
    expect(sanitizeHtml(html)).toBe(left);
  });

  test('converts to plain text', () => {
    expect(plainText('<h2>Fish &amp; chips</h2>\n<p>a&nbsp;&lt; b</p><script>x</script>')).toBe(
      'Fish & chips a < b',
    );
  });
});
