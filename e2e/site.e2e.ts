import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/support/fixtures.ts';
import { locales, type Locale } from '#locales/locales.ts';
import { productTexts } from '#locales/product.ts';
import { allTexts } from '#locales/translate.ts';

const speak = (page: Page, url: string, locale: Locale) =>
  page.context().addCookies([{ name: 'locale', value: locale, url }]);

const questions = (page: Page) => page.locator('#faq details');

/** Expects that the first question is open and that a second one can be opened beside it. */
const expectSeveralAnswers = async (page: Page) => {
  const open = questions(page).and(page.locator('[open]'));
  await expect(questions(page)).toHaveCount(8);
  await expect(open).toHaveCount(1);
  await expect(questions(page).first()).toHaveAttribute('open', '');
  await page.getByText('Posso cancelar quando quiser?').click();
  await expect(open).toHaveCount(2);
  await expect(page.getByText('nas configurações da sua organização: imediatamente')).toBeVisible();
};

for (const locale of locales) {
  test(`the product page is translated to ${locale} and fits a phone (R-SITE-01)`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await speak(page, server.url, locale);
    const texts = productTexts[locale];
    for (const address of ['/', '/product']) {
      await page.goto(address);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page).toHaveTitle(new RegExp(texts.title));
      const title = page.getByRole('heading', { level: 1 });
      await expect(title).toHaveText(Object.values(texts.hero.headline).join(' '));
    }
    for (const cry of ['Compro.', 'Vendo.', 'Fechado.', 'Zerado.']) {
      await expect(page.locator('dt[lang=pt-BR]', { hasText: cry })).toBeVisible();
    }
    await expect(page.getByText(/\{\{/)).toHaveCount(0);
    const picture = page.getByRole('img', { name: texts.hero.picture });
    const source = await picture.evaluate((img: HTMLImageElement) => img.currentSrc);
    expect(source).toMatch(new RegExp(`/phone-dark-${locale}-\\d+-[\\w-]+\\.avif$`));
    // A phone unfolds the edition of its language only.
    await expect(page.locator('[data-fold][open]')).toHaveCount(0);
    const size = await page.evaluate(() => {
      const { scrollWidth, scrollHeight } = document.documentElement;
      return { width: scrollWidth, height: scrollHeight };
    });
    expect(size.width).toBe(390);
    // Devanagari needs more lines.
    expect(size.height).toBeLessThan(locale === 'hi-IN' ? 8_000 : 7_500);
  });
}

test('the FAQ opens its first question and allows several open ones (R-SITE-01)', async ({
  page,
}) => {
  await page.goto('/product');
  await expectSeveralAnswers(page);
});

test('app screenshots follow the theme of the page', async ({ page }) => {
  await page.goto('/product');
  const shown = page.getByRole('img', { name: 'O painel de uma organização' });
  await expect(shown).toHaveCount(1);
  const source = () => shown.evaluate((picture: HTMLImageElement) => picture.currentSrc);
  expect(await source()).toMatch(/dashboard-dark-pt-BR-\d+-[\w-]+\.avif$/);
  await page.getByRole('button', { name: 'Mudar para o tema claro' }).click();
  await expect.poll(source).toMatch(/dashboard-light-pt-BR-\d+-[\w-]+\.avif$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(source).toMatch(/phone-light-pt-BR-\d+-[\w-]+\.avif$/);
});

test('the product page demonstrates the rule with a stop that the visitor moves (R-SITE-11)', async ({
  page,
}) => {
  await page.goto('/product');
  const demo = page.locator('[data-rule-demo]');
  const result = demo.getByRole('status');
  const stop = demo.locator('[data-path=stop]');
  const drawn = await stop.getAttribute('d');
  await expect(result).toHaveText('Ordens4Custos, em pontos\u221220Saldo, em pontos+115');
  const distance = demo.getByRole('slider', { name: 'Distância do stop, em pontos' });
  await distance.press('Home');
  await expect(distance).toHaveValue('80');
  await expect(result).not.toContainText('+115');
  expect(await stop.getAttribute('d')).not.toBe(drawn);
  await distance.fill('150');
  await expect(stop).toHaveAttribute('d', drawn ?? '');
  const market = demo.getByRole('radiogroup', { name: 'Mercado' });
  await market.getByRole('radio', { name: 'Com direção' }).press('ArrowRight');
  await expect(market.getByRole('radio', { name: 'De lado' })).toBeChecked();
  await expect(result).toContainText('Saldo, em pontos\u2212530');
  await expect(demo).toContainText('Dados de exemplo');
});

test('guide and example session can be downloaded in two editions (R-SITE-10)', async ({
  page,
}) => {
  await page.goto('/product');
  const files = page.locator('#downloads').getByRole('link');
  const found = await files.evaluateAll((links) =>
    links.map((link) => ({
      language: link.getAttribute('hreflang'),
      href: link.getAttribute('href') ?? '',
    })),
  );
  expect(found.map(({ language }) => language)).toEqual(['pt-BR', 'pt-BR', 'en-US', 'en-US']);
  for (const [index, title] of ['Guia do usuário', 'Sessão de exemplo'].entries()) {
    await expect(files.nth(index)).toContainText(title);
  }
  for (const [index, title] of ['User guide', 'Example session'].entries()) {
    await expect(files.nth(index + 2)).toContainText(title);
  }
  for (const [index, { href }] of found.entries()) {
    const answer = await page.request.get(href);
    const body = await answer.body();
    const kind = href.endsWith('.pdf') ? 'application/pdf' : 'text/csv; charset=utf-8';
    expect(answer.headers()['content-type']).toBe(kind);
    if (href.endsWith('.pdf')) expect(body.subarray(0, 5).toString()).toBe('%PDF-');
    else expect(body.toString().split('\n')).toHaveLength(50);
    const digits = body.length < 10_000 ? 1 : 0;
    const size = (body.length / 1000).toFixed(digits).replace('.', ',');
    await expect(files.nth(index)).toContainText(`${size} kB`);
  }
});

test('contact is disabled without a target and shows an email address instead (R-SITE-05)', async ({
  page,
}) => {
  await page.goto('/contact');
  await page.getByLabel('Nome').fill('Rita Lima');
  await page.getByLabel('E-\u2060mail para a resposta').fill('rita@example.com');
  await page.getByLabel('Mensagem').fill('Uma pergunta');
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeDisabled();
  const address = page.getByRole('link', { name: 'suporte@pregao.local' });
  await expect(address).toHaveAttribute('href', 'mailto:suporte@pregao.local');
});

test('the newsletter is hidden without an address (R-SITE-04)', async ({ page }) => {
  await page.goto('/product');
  await expect(page.getByRole('button', { name: 'Assinar' })).toHaveCount(0);
  await page.goto('/newsletter?email=rita@example.com');
  await expect(page).toHaveURL(/\/product$/);
});

test('short paths set the language or redirect (R-SITE-02, R-SITE-03)', async ({ page }) => {
  const short = { es: 'es-MX', mx: 'es-MX', en: 'en-US', hi: 'hi-IN', in: 'hi-IN' };
  for (const [path, locale] of Object.entries(short)) {
    await page.goto(`/${path}`);
    await expect(page).toHaveURL(/\/product$/);
    await expect(page.locator('html')).toHaveAttribute('lang', locale);
  }
  for (const path of ['/doacao', '/pix', '/suporte-pago']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/contact$/);
  }
});

test('the privacy policy of April 2021 is a template in every language (R-LEG-01)', async ({
  page,
  server,
}) => {
  await speak(page, server.url, 'en-US');
  await page.goto('/privacy');
  const { site } = allTexts['en-US'];
  await expect(page.getByText(site.legal.template)).toBeVisible();
  await expect(page.getByText('In effect since April 2021')).toBeVisible();
  const links = page.getByRole('navigation', { name: site.legal.contents }).getByRole('link');
  const titles = await links.allTextContents();
  expect(titles).toHaveLength(9);
  await expect(page.locator('main h2')).toHaveText(titles);
  await links.getByText('Cookies and local storage').click();
  await expect(page.getByRole('heading', { name: 'Cookies and local storage' })).toBeInViewport();
  await speak(page, server.url, 'pt-BR');
  await page.goto('/privacy');
  await expect(page.getByText('O Pregão é o controlador')).toBeVisible();
  await expect(page.getByText('Em vigor desde abril de 2021')).toBeVisible();
});

test('the terms are a template in every language, and an unknown version says so (R-LEG-01)', async ({
  page,
}) => {
  await page.goto('/terms');
  await expect(page.getByRole('main')).toContainText('Este é um modelo.');
  await expect(page.getByRole('heading', { name: 'Planos e pagamento' })).toBeVisible();
  await page.goto('/terms/7');
  await expect(page.getByText('Versão não encontrada')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the product page is readable, questions open and links work', async ({ page }) => {
    await page.goto('/');
    await expectSeveralAnswers(page);
    await page.getByRole('banner').getByRole('link', { name: 'Preços' }).click();
    await expect(page).toHaveURL(/\/pricing$/);
    const pro = page.getByRole('listitem').filter({ hasText: 'Mais popular' });
    // The card states the number of members once.
    await expect(pro.getByText(/membros(?! a partir)/i)).toHaveCount(1);
    await page.getByRole('link', { name: /Anual/ }).click();
    await expect(page.getByRole('main')).toContainText('10,00');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Privacidade' }).click();
    await expect(page.getByRole('heading', { name: 'Os seus direitos' })).toBeVisible();
  });

  test('the pricing page compares the plans, on a phone one at a time (R-PRD-13)', async ({
    page,
  }) => {
    await page.goto('/pricing');
    const table = page.getByRole('table', { name: 'Compare os planos' });
    const sso = table.getByRole('row', { name: /Login único/ }).getByRole('cell');
    await expect(sso).toHaveText(['Não incluído', 'Não incluído', 'Incluído']);
    const heads = table.getByRole('columnheader');
    await expect(heads).toHaveText(['Recurso', /^StarterGrátis$/, /^Pro/, /^Unlimited/]);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(heads.nth(1)).toHaveText(/^Pro/);
    await page.getByRole('radio', { name: 'Unlimited' }).check();
    await expect(heads).toHaveText(['Recurso', /^Unlimited/]);
    await expect(sso).toHaveText(['Incluído']);
  });

  test('the footer leads to the changelog and to the status, which the product measures (R-SITE-15, R-OPR-31)', async ({
    page,
  }) => {
    await page.goto('/');
    const footer = page.getByRole('contentinfo');
    await footer.getByRole('link', { name: 'Novidades' }).click();
    const release = page.getByRole('article').last();
    await expect(release.getByRole('heading', { level: 2 })).toHaveText('0.1.0');
    await expect(release.locator('[lang=en-US]')).toContainText('Organizations register');
    await footer.getByRole('link', { name: 'Status' }).click();
    await expect(page.getByRole('img', { name: /, últimos 90 dias: / })).toHaveCount(6);
    await expect(page.getByText('Medido, não prometido')).toBeVisible();
  });
});

test('a first visit is in the browser’s language, and a choice is kept (R-APP-08)', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto('/pricing');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-US');
  expect(await context.cookies()).toEqual([]);
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('link', { name: 'Español' }).click();
  await expect(page).toHaveURL(/\/pricing$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  await page.goto('/contact');
  await expect(page.locator('html')).toHaveAttribute('lang', 'es-MX');
  await context.close();
});
