import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { allTexts } from '#locales/translate.ts';

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

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the blog is translated and fits the screen', async ({ page }) => {
    const locale = 'hi-IN';
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
