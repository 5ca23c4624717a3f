import type { Texts } from '#locales/texts.ts';

export const operators: Texts['operators'] = {
  role: {
    administrator: 'प्रशासक',
    support: 'सहायता',
    billing: 'बिलिंग',
    catalogue: 'कैटलॉग',
  },
  limited: 'केवल देखने के लिए',
  limitedText: 'आपकी भूमिका {{role}} है। यहाँ बदलाव के लिए {{roles}} भूमिका चाहिए।',
  refused: 'आपकी भूमिका से यह पेज नहीं खुलता',
  back: 'वापस',
};
