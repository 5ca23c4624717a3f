import type { Texts } from '#locales/texts.ts';

export const palette: Texts['palette'] = {
  label: 'कमांड पैलेट',
  placeholder: 'कमांड लिखें या खोजें…',
  group: {
    recent: 'हाल के',
    record: 'यह रिकॉर्ड',
    create: 'बनाएँ',
    pages: 'यहाँ जाएँ',
    account: 'खाता',
    commands: 'कमांड',
  },
  duplicate: 'इस रिकॉर्ड की प्रति बनाएँ',
  searching: 'खोज रहे हैं…',
  results_one: '{{count}} परिणाम',
  results_other: '{{count}} परिणाम',
  emptyTitle: '“{{search}}” के लिए कुछ नहीं मिला',
  emptyText: 'कोई दूसरा शब्द या उसका एक हिस्सा आज़माएँ।',
  failed: 'हर जगह खोज नहीं हो सकी।',
  hint: {
    choose: 'चुनें',
    open: 'खोलें',
    close: 'बंद करें',
  },
  shortcuts: {
    title: 'कीबोर्ड शॉर्टकट',
    general: 'सामान्य',
    palette: 'कमांड पैलेट खोलें',
    list: 'कीबोर्ड शॉर्टकट दिखाएँ',
    create: 'नया रिकॉर्ड',
    close: 'बंद करें',
    single: 'एक कुंजी वाले शॉर्टकट',
    singleHint:
      'अगर आप बोलकर लिखते हैं या गलती से कुंजियाँ दब जाती हैं, तो इन्हें बंद कर दें। {{keys}} हमेशा काम करता है।',
  },
};
