import type { Texts } from '#locales/texts.ts';

export const dashboard: Texts['dashboard'] = {
  title: 'डैशबोर्ड',
  greeting: 'नमस्ते, {{name}}',
  newTransaction: 'नया लेन-देन',
  months_one: 'पिछला {{count}} महीना',
  months_other: 'पिछले {{count}} महीने',
  perMonth: 'हर महीने',
  thisMonth: 'इस महीने',
  lastMonth: 'पिछले महीने',
  change: '{{days}} से {{percent}}',
  runningTotals: 'इस महीने और पिछले महीने का दिन-प्रतिदिन कुल',
  count_one: '{{count}} लेन-देन',
  count_other: '{{count}} लेन-देन',
  latestOnly: 'हाल के {{formatted}} लेन-देन के आधार पर।',
  emptyTitle: 'अपना पहला लेन-देन जोड़ें',
  emptyText: 'हर महीने का जोड़ यहाँ दिखेगा।',
  latest: 'हाल के लेन-देन',
  seeAll: 'सभी देखें',
  upgradeTitle: 'लेन-देन {{product}} प्लान में मिलता है',
  upgradeText: 'जो खरीदें-बेचें उसे दर्ज करें और हर महीने का जोड़ देखें। आपके मौजूदा प्लान में लेन-देन शामिल नहीं है।',
  upgrade: 'प्लान देखें',
};
