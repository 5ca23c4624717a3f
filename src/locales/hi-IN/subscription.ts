import type { Texts } from '#locales/texts.ts';

export const subscription: Texts['subscription'] = {
  title: 'सब्सक्रिप्शन',
  current: 'मौजूदा प्लान',
  none: 'आपका कोई सक्रिय सब्सक्रिप्शन नहीं है।',
  began: 'शुरुआत',
  trialEnds: 'ट्रायल की समाप्ति',
  status: {
    active: 'सक्रिय',
    trialing: 'ट्रायल',
    past_due: 'भुगतान बकाया',
    canceled: 'रद्द',
  },
  usage: {
    of: '{{included}} में से {{used}}',
    unlimited: '{{used}} (कोई सीमा नहीं)',
    title: 'उपयोग',
    text: 'आपका संगठन अपने प्लान का कितना उपयोग करता है।',
    members: 'सीटें (सदस्य और आमंत्रण)',
    transactions: 'इस महीने के लेन-देन',
    storage: 'चित्रों की जगह',
    near: 'लगभग पूरा',
    reached: 'सीमा पूरी',
    resets: '{{date}} को फिर से शुरू',
    upgrade: 'प्लान देखें',
  },
  plansHint: 'सभी प्लान, {{currency}} में उनके मूल्य के साथ।',
  adminTenant: 'ऑपरेटर के संगठन का सब्सक्रिप्शन नहीं हो सकता।',
  invoices: 'बिल',
  date: 'तारीख',
  number: 'संख्या',
  total: 'कुल',
};
