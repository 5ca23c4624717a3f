import type { Texts } from '#locales/texts.ts';
export const transactions: Texts['transactions'] = {
  title: 'लेन-देन',
  history: 'बिलिंग इतिहास',
  new: 'नया लेन-देन',
  edit: 'लेन-देन संपादित करें',
  emptyTitle: 'अभी तक कोई लेन-देन नहीं',
  emptyText: 'बस विवरण, मात्रा और मूल्य चाहिए।',
  createFirst: 'पहला लेन-देन बनाएँ',
  created: 'लेन-देन जोड़ा गया',
  updated: 'लेन-देन सहेजा गया',
  removed: 'लेन-देन मिटाया गया',
  fields: {
    description: 'विवरण',
    quantity: 'मात्रा',
    price: 'मूल्य',
    amount: 'राशि',
    date: 'तारीख',
    category: 'श्रेणी',
    currency: 'मुद्रा',
    image: 'चित्र',
  },
  import: 'CSV आयात करें',
};
