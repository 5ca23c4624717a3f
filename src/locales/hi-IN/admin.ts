import type { Texts } from '#locales/texts.ts';

export const admin: Texts['admin'] = {
  label: 'संचालक मेनू',
  toApp: 'ऐप पर वापस जाएँ',
  dashboard: 'अवलोकन',
  organizations: 'संगठन',
  people: 'सदस्य',
  title: 'अवलोकन',
  text: 'सभी संगठन और उनमें काम करने वाले लोग।',
  name: 'संगठन',
  owner: 'स्वामी',
  active: 'सक्रिय सदस्य',
  empty: 'अभी कोई संगठन नहीं',
};
