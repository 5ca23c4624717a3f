import type { Texts } from '#locales/texts.ts';
import { dashboard } from './app/dashboard.ts';

export const app: Texts['app'] = {
  offline: {
    title: 'आप ऑफ़लाइन हैं',
    text: 'इस पेज के लिए इंटरनेट चाहिए। इंटरनेट से जुड़ें, फिर कोशिश करें।',
  },
  dashboard,
  menu: {
    label: 'मुख्य मेनू',
    resources: 'संसाधन',
    dashboard: 'डैशबोर्ड',
    transactions: 'लेन-देन',
    settings: 'सेटिंग',
    subscription: 'सब्सक्रिप्शन',
    permissions: 'अनुमतियाँ',
    integrations: 'एकीकरण',
    chat: 'चैट',
    members: 'सदस्य',
    security: 'सुरक्षा',
    audit: 'ऑडिट लॉग',
    apiKeys: 'API कुंजियाँ',
    webhooks: 'वेबहुक',
    data: 'डेटा',
    switchOrganization: 'संगठन बदलें',
    createOrganization: 'संगठन बनाएँ',
    inviteMember: 'सदस्य आमंत्रित करें',
  },
  askAdmin: 'प्लान बदलने के लिए {{organization}} के मालिक या एडमिन से कहें।',
  noPlan: 'कोई प्लान नहीं',
  everything: 'सब कुछ शामिल',
  members_one: '{{count}} सदस्य',
  members_other: '{{count}} सदस्य',
  announcement: {
    dismiss: 'घोषणा बंद करें: {{title}}',
    more: 'और जानें',
  },
  notices_one: 'सूचना',
  notices_other: 'सूचनाएँ',
  trial: {
    today: 'आपका ट्रायल आज, {{date}} को समाप्त हो रहा है।',
    tomorrow: 'आपका ट्रायल कल, {{date}} को समाप्त होगा।',
    days_one: 'आपका ट्रायल {{count}} दिन में, {{date}} को समाप्त होगा।',
    days_other: 'आपका ट्रायल {{count}} दिनों में, {{date}} को समाप्त होगा।',
    link: 'कार्ड जोड़ें',
  },
  pastDue: {
    title: 'एक भुगतान विफल हुआ',
    text: '{{date}} तक अपनी भुगतान विधि अपडेट करें। उसके बाद संगठन केवल पढ़ने के लिए खुला रहेगा।',
  },
  overdue: {
    title: 'यह संगठन केवल पढ़ने के लिए खुला है',
    payer: 'एक भुगतान बकाया है। अभी भुगतान करें, और पूरी पहुँच तुरंत लौट आएगी।',
    member:
      'एक भुगतान बकाया है। किसी मालिक या एडमिन से भुगतान विधि अपडेट करने को कहें। कुछ भी हटाया नहीं गया है।',
    action: 'अभी भुगतान करें',
  },
  paused: {
    title: 'यह संगठन केवल पढ़ने के लिए खुला है',
    payer: 'सब्सक्रिप्शन रुका हुआ है। कोई मालिक या एडमिन उसे फिर से चालू कर सकता है। कुछ भी हटाया नहीं गया है।',
    member: 'सब्सक्रिप्शन रुका हुआ है। कोई मालिक या एडमिन उसे फिर से चालू कर सकता है। कुछ भी हटाया नहीं गया है।',
    action: 'सब्सक्रिप्शन देखें',
  },
  export: 'डेटा एक्सपोर्ट करें',
  overFree: {
    title: '{{plan}} के लिए बहुत ज़्यादा सदस्य',
    payer:
      '{{plan}} में {{max}} की जगह है, और इस संगठन में {{used}} हैं। फिर से बदलाव करने के लिए कोई प्लान चुनें या सदस्य हटाएँ।',
    member: 'किसी मालिक या एडमिन से प्लान चुनने या सदस्य हटाने को कहें।',
    action: 'प्लान चुनें',
    members: 'सदस्य देखें',
  },
  limit: {
    near: {
      transactions: 'इस महीने आपके प्लान के {{included}} में से {{used}} लेन-देन इस्तेमाल हो चुके हैं।',
      storage: 'आपके प्लान में चित्रों के लिए शामिल {{included}} में से {{used}} इस्तेमाल हो चुके हैं।',
    },
    resets: 'गिनती {{date}} को फिर से शुरू होगी।',
  },
};
