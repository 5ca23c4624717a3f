import type { Texts } from '#locales/texts.ts';

export const unauthorized: Texts['unauthorized'] = {
  title: 'आपको इस पेज की अनुमति नहीं है',
  generic: 'आपके खाते को यह पेज खोलने की अनुमति नहीं है।',
  operator: 'इसे केवल ऑपरेटर खोल सकता है।',
  role: 'इसके लिए {{role}} या उससे ऊपर की भूमिका चाहिए। आपकी भूमिका {{current}} है।',
  tier: 'यह {{product}} या उससे ऊपर के प्लान में मिलता है। आपका संगठन {{current}} पर है।',
  tierNoPlan: 'यह {{product}} या उससे ऊपर के प्लान में मिलता है। आपके संगठन के पास कोई प्लान नहीं है।',
  upgrade: 'सब्सक्रिप्शन देखें',
  home: 'डैशबोर्ड पर जाएँ',
};
