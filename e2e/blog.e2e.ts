import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { startServer } from '#e2e/support/server.ts';
import { locales } from '#locales/locales.ts';
import { allTexts } from '#locales/translate.ts';
import { ghostPost, startGhostSandbox } from '#sandbox/ghost/ghost.ts';

/** Records scripts that run and requests that a post must not make. */
const watch = async (page: Page) => {
  const wrong: string[] = [];
  page.on('dialog', (dialog) => {
    wrong.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) wrong.push(message.text());
  });
  return wrong;
};

const isStatic = async (page: Page) => {
  const scripts = await page
    .locator('script:not([type="application/ld+json"])')
    .evaluateAll((all) => all.map((script) => script.getAttribute('src') ?? 'inline'));
  expect(scripts).toEqual([expect.stringMatching(/^\/assets\/site-[\w-]+\.js$/)]);
};

test('a reader opens a post from the list, returns and switches the language (R-SITE-06)', async ({
  page,
}) => {
  const wrong = await watch(page);
  await page.goto('/blog');
  await isStatic(page);
  const posts = page.getByRole('article');
  await expect(posts).toHaveCount(4);
  const post = posts.filter({ hasText: 'Backtest honesto' });
  await expect(post.getByText('min de leitura')).toBeVisible();
  await expect(post.getByText('Publicado em 7 de abr. de 2026')).toBeVisible();
  await expect(post.getByText('Atualizado em')).toHaveCount(0);
  const published = posts.locator('time:first-of-type');
  const days = await published.evaluateAll((times: HTMLTimeElement[]) =>
    times.map((time) => time.dateTime),
  );
  expect(days).toEqual(days.toSorted().toReversed());
  await expect(post.getByRole('link', { name: 'Backtest honesto' }).first()).toHaveAttribute(
    'href',
    /\/blog\/backtest-honesto$/,
  );
  await post.getByRole('link', { name: 'Leia mais' }).click();
  await expect(page).toHaveURL('/blog/backtest-honesto');
  await isStatic(page);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Backtest honesto');
  await expect(page.getByRole('heading', { name: 'Como fazer direito' })).toBeVisible();
  await page.getByRole('link', { name: 'English (US)' }).last().click();
  await expect(page).toHaveURL('/blog/an-honest-backtest');
  await expect(page.getByRole('article').locator('h1')).toHaveAttribute('lang', 'en-US');
  await page.getByRole('link', { name: 'Todos os posts' }).click();
  await expect(page).toHaveURL('/blog');
  expect(wrong).toEqual([]);
});

test('an unknown post shows an error with a link back and returns 404 to crawlers (R-SITE-06)', async ({
  page,
}) => {
  const answer = await page.goto('/blog/no-such-post');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Post não encontrado' })).toBeVisible();
  await page.getByRole('link', { name: 'Todos os posts' }).click();
  await expect(page).toHaveURL('/blog');
});

test('pages without React apply the theme, the language and the keyboard support', async ({
  page,
}) => {
  const wrong = await watch(page);
  const root = page.locator('html');
  await page.goto('/blog');
  await page.getByRole('button', { name: 'Mudar para o tema claro' }).click();
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: 'Cor', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Vermelho', exact: true })).toBeChecked();
  await page.getByRole('radio', { name: 'Índigo', exact: true }).click();
  await expect(root).toHaveAttribute('data-color', 'indigo');
  await page.goto('/privacy');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(root).toHaveAttribute('data-color', 'indigo');

  const languages = page.getByRole('button', { name: 'Idioma' });
  await languages.focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'Português (Brasil)' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('link', { name: 'English (US)' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(languages).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(root).toHaveAttribute('lang', 'en-US');
  await expect(page).toHaveURL('/privacy');
  expect(wrong).toEqual([]);
});

test('an address with a language sets the language, which is then kept (R-APP-08)', async ({
  page,
}) => {
  await page.goto('/product?lang=es-MX');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  const canonical = page.locator('link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', /\/product\?lang=es-MX$/);
  await expect(page.locator('link[rel=alternate][hreflang=pt-BR]')).toHaveAttribute(
    'href',
    /\/product$/,
  );
  await page.goto('/pricing');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  await expect(page.getByText('MXN').first()).toHaveAttribute('aria-current', 'true');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  for (const locale of locales) {
    test(`the blog is translated to ${locale} and fits the screen`, async ({ page }) => {
      const { blog } = allTexts[locale];
      const fits = async () => {
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        expect(width).toBeLessThanOrEqual(390);
      };
      await page.goto(`/blog?lang=${locale}`);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(blog.headline);
      await expect(page.getByRole('article')).toHaveCount(4);
      await fits();
      await page.getByRole('link', { name: blog.readMore }).nth(2).click();
      await expect(page.getByRole('table')).toBeVisible();
      await expect(page.getByRole('link', { name: blog.back })).toBeVisible();
      await fits();
      await page.goto('/blog/nothing');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(blog.invalid.title);
    });
  }
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the public pages are readable and their links work (R-SITE-01)', async ({ page }) => {
    await page.goto('/');
    const questions = page.locator('#faq');
    await expect(questions.locator('details[open]')).toHaveCount(1);
    await questions.locator('summary').nth(1).click();
    await expect(questions.locator('details[open]')).toHaveCount(2);
    const menu = page.getByRole('navigation', { name: 'Menu do site' });
    await menu.getByRole('link', { name: 'Preços' }).click();
    await expect(page).toHaveURL('/pricing');
    await page.getByRole('link', { name: /^Anual/ }).click();
    await expect(page).toHaveURL('/pricing?period=yearly');
    await expect(page.getByRole('link', { name: /^Anual/ })).toHaveAttribute('aria-current');
    await menu.getByRole('link', { name: 'Blog' }).click();
    await page.getByRole('link', { name: 'Leia mais' }).first().click();
    await expect(page.getByRole('article')).toContainText('A mensagem é só um sinal para conferir');
    await page.getByRole('link', { name: 'Privacidade' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

/** HTML that a malicious author could put into a post. */
const hostile = `
  <p>Harmless words.</p>
  <script>alert('script')</script><img src="x" onerror="alert('onerror')">
  <svg onload="alert('svg')"></svg><iframe srcdoc="<script>parent.alert('frame')</script>"></iframe>
  <a href="javascript:alert('link')">a link</a><form action="https://elsewhere.example/"><button>a button</button></form>
  <style>body { display: none }</style><math><mtext></mtext><mglyph><style><img src=x onerror="alert('math')"></style></mglyph></math>`;

test('Ghost posts are sanitized, and the rest of the site works while Ghost is down (R-SITE-06)', async ({
  page,
}) => {
  const ghost = await startGhostSandbox([
    ghostPost('hostile', {
      title: `<img src=x onerror="alert('title')">`,
      excerpt: `</script><script>alert('excerpt')</script>`,
      html: hostile,
    }),
    ghostPost('welcome'),
  ]);
  const server = await startServer({ GHOST_URL: ghost.url, GHOST_KEY: ghost.key });
  try {
    const wrong = await watch(page);
    await page.goto(`${server.url}/blog`);
    await expect(page.getByRole('article')).toHaveCount(2);
    await expect(page.getByRole('link', { name: 'About welcome' }).first()).toHaveAttribute(
      'href',
      'https://ghost.example/welcome/',
    );
    await expect(page.getByText('3 min de leitura').first()).toBeVisible();
    await page.goto(`${server.url}/blog/hostile`);
    await expect(page.getByText('Harmless words.')).toBeVisible();
    await page.getByText('a link').click();
    await expect(
      page.locator('article :is(script:not([type*=json]), iframe, form, svg, style)'),
    ).toHaveCount(0);
    await expect(page.locator('article [onerror], article [onload]')).toHaveCount(0);
    const data = page.locator('script[type="application/ld+json"]');
    expect(JSON.parse(String(await data.textContent()))).toMatchObject({ '@type': 'BlogPosting' });
    expect(wrong).toEqual([]);
    await expect((await page.request.get(`${server.url}/feed.xml`)).text()).resolves.toContain(
      '&lt;/script&gt;',
    );

    ghost.state.mode = 'error';
    const answer = await page.goto(`${server.url}/blog/welcome`);
    expect(answer?.status()).toBe(503);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('O blog não está disponível');
    await expect(page).toHaveTitle('O blog não está disponível · Pregão');
    expect((await page.request.get(`${server.url}/sitemap.xml`)).status()).toBe(200);
    expect((await page.goto(`${server.url}/product`))?.status()).toBe(200);
  } finally {
    await server.stop();
    await ghost.close();
  }
});
