/** Texts of the emails about verified domains. */
export const domainMails = {
  domainFailing: {
    subject: '{{domain}} का TXT रिकॉर्ड नहीं मिल रहा',
    text: '{{organization}} के लिए {{domain}} को साबित करने वाला TXT रिकॉर्ड अब नहीं मिल रहा। इसे {{date}} तक वापस लगाएँ। उसके बाद डोमेन सत्यापित नहीं रहेगा, और कोई भी उसके पतों से आपके पहचान प्रदाता के ज़रिए साइन इन नहीं कर सकेगा।',
    action: 'डोमेन जाँचें',
  },
  domainLapsed: {
    subject: '{{domain}} अब सत्यापित नहीं है',
    text: '{{organization}} के लिए {{domain}} को साबित करने वाला TXT रिकॉर्ड एक हफ़्ते तक नहीं मिला, इसलिए डोमेन अब सत्यापित नहीं है। रिकॉर्ड प्रकाशित करें और डोमेन को फिर से सत्यापित करें।',
    action: 'डोमेन सत्यापित करें',
  },
};
