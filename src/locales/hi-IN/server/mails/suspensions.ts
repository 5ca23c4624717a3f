/** Texts of the emails about the suspension of an organization. */
export const suspensionMails = {
  suspended: {
    subject: '{{organization}} को निलंबित किया गया',
    text: 'Pregão के ऑपरेटर ने {{organization}} को निलंबित किया है। इसके सदस्य केवल कारण पढ़ सकते हैं। कुछ भी हटाया नहीं जाता, और इस दौरान सब्सक्रिप्शन का कोई शुल्क नहीं लिया जाता।',
  },
  unsuspended: {
    subject: '{{organization}} अब निलंबित नहीं है',
    text: '{{organization}} का निलंबन हटा दिया गया है। इसके सदस्य इसे फिर से इस्तेमाल कर सकते हैं, और सब्सक्रिप्शन जारी है।',
    action: '{{organization}} खोलें',
  },
};
