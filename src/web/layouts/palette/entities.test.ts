import { expect, test } from 'vitest';
import { contract } from '#contract/index.ts';
import { allTexts } from '#locales/translate.ts';
import { adminEntries } from '#web/layouts/admin-menu.ts';
import { appMenu } from '#web/layouts/app-menu.ts';
import { settingsEntries } from '#web/layouts/settings-menu.ts';
import { entities } from './entities.ts';

test('an entity of the menu is gone to, created and searched without an entry of its own (R-PAL-06)', () => {
  expect(entities).toContainEqual(
    expect.objectContaining({ subject: 'transactions', name: 'description' }),
  );
  for (const { subject } of entities) {
    expect(Object.keys(contract)).toContain(subject);
    for (const areas of Object.values(allTexts)) {
      const texts: Record<string, object> = areas;
      expect(texts[subject]).toHaveProperty('new');
    }
  }
});

test.each([
  ['app', [...appMenu, ...settingsEntries]],
  ['portal', adminEntries],
])('the letters of the shortcuts in the menu of the %s differ', (_, menu) => {
  const letters = menu.flatMap(({ key }) => key ?? []);
  expect(letters.length).toBeGreaterThan(5);
  expect(new Set(letters).size).toBe(letters.length);
});
