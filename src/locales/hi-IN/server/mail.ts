import type { Texts } from '#locales/texts.ts';
import { billingMails } from './mails/billing.ts';
import { domainMails } from './mails/domains.ts';
import { factorMail } from './mails/factors.ts';
import { grantMails } from './mails/grants.ts';
import { policyMails } from './mails/policies.ts';
import { signInMails } from './mails/sign-in.ts';
import { suspensionMails } from './mails/suspensions.ts';
import { usageMails } from './mails/usage.ts';

export const mail: Texts['mail'] = {
  greeting: 'नमस्ते {{name}},',
  fallback: 'बटन काम नहीं कर रहा? यह लिंक खोलें:',
  support: 'कोई सवाल है? {{email}} पर लिखें।',
  unsubscribe: 'ये ईमेल बंद करें',
  sentFor: '{{organization}} की ओर से Pregão ने भेजा।',
  reason: {
    registered: 'यह ईमेल आपको इसलिए मिला क्योंकि इस पते से Pregão पर पंजीकरण किया गया था।',
    account: 'यह ईमेल आपको इसलिए मिला क्योंकि इस पते पर एक Pregão खाता है।',
    newEmail: 'यह ईमेल आपको इसलिए मिला क्योंकि एक Pregão खाते में यह पता जोड़ा जाना है।',
    formerEmail: 'यह ईमेल आपको इसलिए मिला क्योंकि यह एक Pregão खाते का पता था।',
    invited: 'यह ईमेल आपको इसलिए मिला क्योंकि {{inviter}} ने आपको {{organization}} में आमंत्रित किया है।',
    manages: 'यह ईमेल आपको इसलिए मिला क्योंकि आप {{organization}} के सदस्यों का प्रबंधन करते हैं।',
    requested:
      'यह ईमेल आपको इसलिए मिला क्योंकि इस पते से {{organization}} में शामिल होने का अनुरोध किया गया था।',
    member: 'यह ईमेल आपको इसलिए मिला क्योंकि आप {{organization}} के सदस्य थे।',
    notified: 'यह ईमेल आपको इसलिए मिला क्योंकि आप {{organization}} के सदस्य हैं।',
    owner: 'यह ईमेल आपको इसलिए मिला क्योंकि आप {{organization}} के मालिक हैं।',
    digest: 'यह ईमेल आपको इसलिए मिला क्योंकि आपने दैनिक सारांश चुना है।',
    billing: 'यह ईमेल आपको इसलिए मिला क्योंकि आप {{organization}} के सब्सक्रिप्शन का प्रबंधन करते हैं।',
    receiptCopy:
      'आपको यह ईमेल इसलिए मिला क्योंकि {{organization}} आपको Pregão की अपनी रसीदों की प्रतियाँ भेजता है।',
    operator: 'यह ईमेल आपको इसलिए मिला क्योंकि आप Pregão चलाते हैं।',
    operatorInvited:
      'यह ईमेल आपको इसलिए मिला क्योंकि {{inviter}} ने आपको Pregão चलाने के लिए आमंत्रित किया है।',
  },
  details: {
    name: 'नाम',
    time: 'समय',
    by: 'किसने किया',
    organization: 'संगठन',
    plan: 'प्लान',
    period: 'बिलिंग अवधि',
    amount: 'राशि',
    usedMembers: 'सदस्य',
    usedTransactions: 'दर्ज किए गए लेन-देन',
    charge: 'उस दिन का शुल्क',
    due: 'देय राशि',
    refund: 'वापस की गई राशि',
    paidOn: 'भुगतान की तारीख',
    invoice: 'इनवॉइस',
    paymentMethod: 'भुगतान विधि',
    updateCard: 'भुगतान विधि अपडेट करें',
    card: '{{last4}} पर समाप्त होने वाला {{brand}}',
    trialEnds: 'ट्रायल की समाप्ति',
    payBy: 'भुगतान की अंतिम तारीख',
    nextAttempt: 'अगला प्रयास',
    paymentsResume: 'भुगतान फिर शुरू होंगे',
    nextPayment: 'अगला भुगतान',
    renewsOn: 'नवीनीकरण की तारीख',
    accessUntil: 'एक्सेस इस तारीख तक',
    endedOn: 'समाप्त हुआ',
    switchesOn: 'बदलाव की तारीख',
    reason: 'कारण',
    disputed: 'बैंक ने विवादित भुगतान लौटा दिया',
    pdf: 'PDF',
    download: 'इनवॉइस डाउनलोड करें',
  },
  verify: {
    subject: 'अपना Pregão खाता सत्यापित करें',
    text: 'आपका संगठन तैयार है। खाता सत्यापित करके साइन इन करने के लिए एक पासवर्ड चुनें।',
    action: 'मेरा खाता सत्यापित करें',
    note: 'अगर आपने पंजीकरण नहीं किया है, तो इस ईमेल को अनदेखा करें। कुछ नहीं होगा।',
  },
  reset: {
    subject: 'अपना Pregão पासवर्ड रीसेट करें',
    text: 'आपने नए पासवर्ड का अनुरोध किया था। यह लिंक केवल एक बार काम करेगा।',
    ended: 'तब से आपके खाते ने जो पहुँच दी थी, उसे भी हमने समाप्त कर दिया:',
    action: 'नया पासवर्ड चुनें',
    note: 'अगर यह आपने नहीं किया, तो इस ईमेल को अनदेखा करें। आपका पासवर्ड वही रहेगा।',
  },
  passwordChanged: {
    subject: 'आपका Pregão पासवर्ड बदला गया',
    text: 'आपका पासवर्ड अभी बदला गया है और आपके बाकी सत्र समाप्त कर दिए गए हैं।',
    note: 'अगर यह आपने नहीं किया, तो अभी नया पासवर्ड चुनें।',
    action: 'नया पासवर्ड चुनें',
  },
  factors: factorMail,
  ...signInMails,
  archiveReady: {
    subject: '{{organization}} का निर्यात तैयार है',
    text: '{{organization}} के डेटा की फ़ाइल {{date}} तक डाउनलोड की जा सकती है। इसे पाने के लिए मालिक के रूप में साइन इन करें।',
    action: 'फ़ाइल डाउनलोड करें',
  },
  organizationDeleted: {
    subject: '{{organization}} को हटा दिया गया',
    text: 'संगठन {{organization}} को उसकी सारी सामग्री सहित हटा दिया गया है। उसका सब्सक्रिप्शन समाप्त हो गया है, और अब कोई शुल्क नहीं लिया जाएगा।',
  },
  invitation: {
    subject: '{{inviter}} ने आपको {{organization}} में आमंत्रित किया है',
    text: '{{inviter}} ने आपको Pregão पर संगठन {{organization}} में आमंत्रित किया है। यह लिंक केवल आपके लिए है, एक ही बार काम करेगा और सात दिन तक मान्य है।',
    action: 'आमंत्रण स्वीकार करें',
    note: 'अगर आपको इस आमंत्रण की उम्मीद नहीं थी, तो इस ईमेल को अनदेखा करें। कुछ नहीं होगा।',
  },
  operatorInvitation: {
    subject: '{{inviter}} ने आपको Pregão चलाने के लिए आमंत्रित किया है',
    text: '{{inviter}} ने आपको Pregão के ऑपरेटर के रूप में आमंत्रित किया है। आपकी भूमिका: {{role}}। यह लिंक केवल आपके लिए है, एक ही बार काम करेगा और सात दिन तक मान्य है।',
    action: 'आमंत्रण स्वीकार करें',
  },
  accessRequest: {
    subject: '{{person}} ने {{organization}} में शामिल होने का अनुरोध किया है',
    text: '{{person}} ने आमंत्रण लिंक से {{organization}} में शामिल होने का अनुरोध किया है। सदस्यों की सूची में अनुरोध स्वीकार या अस्वीकार करें।',
    action: 'अनुरोध देखें',
  },
  accessAccepted: {
    subject: '{{organization}} में आपका स्वागत है',
    text: '{{organization}} में शामिल होने का आपका अनुरोध स्वीकार कर लिया गया है। शुरू करने के लिए साइन इन करें।',
    action: 'साइन इन करें',
  },
  accessRejected: {
    subject: '{{organization}} में शामिल होने का आपका अनुरोध',
    text: '{{organization}} में शामिल होने का आपका अनुरोध स्वीकार नहीं किया गया। अगर आपको लगता है कि यह भूल है, तो संगठन से संपर्क करें।',
  },
  confirmAddress: {
    subject: 'Pregão के लिए अपने ईमेल की पुष्टि करें',
    text: '{{organization}} में शामिल होने के लिए इस ईमेल से एक खाता बनाया गया है। ईमेल की पुष्टि के लिए एक पासवर्ड चुनें। यह लिंक एक ही बार काम करेगा और एक दिन तक मान्य है।',
    action: 'मेरे ईमेल की पुष्टि करें',
    note: 'अगर यह आपने नहीं किया, तो इस ईमेल को अनदेखा करें। जब तक आप ईमेल की पुष्टि नहीं करते, इस खाते का उपयोग नहीं हो सकता।',
  },
  notification: {
    subject: '{{title}}',
    text: '{{text}}',
    action: 'Pregão में देखें',
  },
  digest: {
    subject: 'आपका दैनिक सारांश',
    text: 'आपके पिछले सारांश के बाद आपके संगठनों में यह हुआ।',
    action: 'Pregão खोलें',
  },
  ...domainMails,
  ...grantMails,
  ...policyMails,
  ...suspensionMails,
  usage: usageMails,
  billing: billingMails,
};
