import type { Texts } from '#locales/texts.ts';

export const notifications: Texts['notifications'] = {
  title: 'सूचनाएँ',
  text: '{{organization}} में क्या हुआ। सूचनाएँ 90 दिनों बाद हटा दी जाती हैं।',
  bell: {
    unread_one: 'सूचनाएँ, {{count}} नहीं पढ़ी',
    unread_other: 'सूचनाएँ, {{count}} नहीं पढ़ीं',
    messages_one: '{{count}} नहीं पढ़ा संदेश',
    messages_other: '{{count}} नहीं पढ़े संदेश',
  },
  markAll: 'सभी को पढ़ा हुआ करें',
  markOne: 'पढ़ा हुआ करें',
  unread: 'नहीं पढ़ी',
  all: 'सभी देखें',
  preferences: 'प्राथमिकताएँ',
  ownPreferences: 'सूचनाओं की प्राथमिकताएँ',
  empty: 'अभी कोई सूचना नहीं है',
  emptyText: 'जब किसी बात पर आपके ध्यान की ज़रूरत होगी, हम आपको यहाँ बताएँगे।',
  settings: {
    title: 'सूचनाएँ',
    text: 'चुनें कि आप अपने सभी संगठनों में किन बातों की जानकारी चाहते हैं। पासवर्ड, साइन इन, आमंत्रण और रसीदों के ईमेल हमेशा भेजे जाते हैं।',
    kind: 'सूचना',
    app: 'ऐप में',
    email: 'ईमेल',
    immediately: 'तुरंत',
    daily: 'दैनिक सारांश',
    never: 'बंद',
  },
  limits: {
    members: 'सदस्य',
    transactions: 'इस महीने के लेन-देन',
    storage: 'चित्रों के लिए MB',
  },
  kinds: {
    invitationAccepted: {
      name: 'स्वीकार किए गए आमंत्रण',
      title: '{{person}} {{organization}} में शामिल हुए',
      text: '{{person}} ने {{role}} के रूप में आमंत्रण स्वीकार किया।',
    },
    joinedByLink: {
      name: 'लिंक से शामिल होने वाले सदस्य',
      title: '{{person}} {{organization}} में शामिल हुए',
      text: '{{person}} ने आमंत्रण लिंक का उपयोग किया और अब {{role}} हैं।',
    },
    joinRequested: {
      name: 'शामिल होने के अनुरोध',
      title: '{{person}} {{organization}} में शामिल होना चाहते हैं',
      text: 'सदस्यों की सूची में अनुरोध स्वीकार या अस्वीकार करें।',
    },
    roleChanged: {
      name: 'मेरी भूमिका में बदलाव',
      title: '{{organization}} में आपकी भूमिका अब {{role}} है',
      text: '{{person}} ने आपकी भूमिका {{before}} से {{role}} कर दी।',
    },
    secondFactorRequired: {
      name: 'दूसरा फ़ैक्टर ज़रूरी',
      title: '{{organization}} में दूसरा फ़ैक्टर ज़रूरी है',
      text: '{{date}} तक ऑथेंटिकेटर ऐप या पासकी सेट करें। उसके बाद इसके बिना {{organization}} में नहीं आ सकेंगे।',
    },
    limitNear: {
      name: 'लगभग पूरी हो चुकी सीमाएँ',
      title: '{{organization}} ने {{included}} में से {{used}} {{limit}} का उपयोग किया है',
      text: 'और चाहिए तो प्लान अपग्रेड करें।',
    },
    limitReached: {
      name: 'पूरी हो चुकी सीमाएँ',
      title: '{{organization}} ने सभी {{included}} {{limit}} का उपयोग कर लिया है',
      text: 'जारी रखने के लिए प्लान अपग्रेड करें।',
    },
    trialEnding: {
      name: 'ट्रायल की समाप्ति',
      title: '{{organization}} का ट्रायल {{date}} को समाप्त होगा',
      text: 'उस तारीख से पहले प्लान और भुगतान का तरीका जाँच लें।',
    },
    paymentFailed: {
      name: 'असफल भुगतान',
      title: '{{organization}} का एक भुगतान असफल रहा',
      text: 'पूरी पहुँच बनाए रखने के लिए {{date}} तक भुगतान का तरीका अपडेट करें।',
    },
    exportFinished: {
      name: 'डेटा के निर्यात',
      title: '{{person}} ने {{organization}} का डेटा निर्यात किया',
      text: 'फ़ाइल {{file}} है। विवरण ऑडिट लॉग में है।',
    },
    webhookDisabled: {
      name: 'बंद किए गए वेबहुक',
      title: '{{host}} का वेबहुक बंद कर दिया गया है',
      text: 'वह तीन दिन असफल रहा या उसने और अनुरोध न भेजने को कहा। अपना प्रोग्राम जाँचें, फिर वेबहुक चालू करें।',
    },
    keysStopped: {
      name: 'किसी सदस्य के साथ रुकने वाली API कुंजियाँ',
      title: '{{person}} के अधिकार कम हुए, और उनके साथ API कुंजियों के भी',
      text: 'ये कुंजियाँ रुक जाती हैं, या पहले से कम कर सकती हैं: {{keys}}। किसी कुंजी को चालू रखने के लिए उसे नई करें: तब वह आपके अधिकारों से काम करती है।',
    },
    mentioned: {
      name: 'टिप्पणियों में उल्लेख',
      title: '{{person}} ने “{{transaction}}” में आपका उल्लेख किया',
      text: 'टिप्पणी पढ़ने और जवाब देने के लिए लेन-देन खोलें।',
    },
    announcement: {
      name: 'Pregão की घोषणाएँ',
      title: '{{title}}',
      text: 'घोषणा ऐप में सबसे ऊपर पढ़ें।',
    },
  },
  unsubscribe: {
    title: 'क्या ये ईमेल बंद करने हैं?',
    digest: 'दैनिक सारांश',
    text: 'अब आपको इस बारे में ईमेल नहीं मिलेंगे: {{kind}}। ऐप की सूचनाएँ वैसी ही रहेंगी।',
    action: 'सदस्यता समाप्त करें',
    keep: 'इसके बजाय प्राथमिकताएँ बदलें',
    doneTitle: 'सदस्यता समाप्त हो गई',
    doneText: 'अब हम आपको इस बारे में ईमेल नहीं भेजते: {{kind}}।',
    preferences: 'प्राथमिकताएँ खोलें',
    invalidTitle: 'यह लिंक काम नहीं करता',
    invalidText: 'ईमेल का लिंक फिर से खोलें, या साइन इन करके अपनी प्राथमिकताएँ बदलें।',
  },
};
