/** Texts of the emails about policies of an organization. */
export const policyMails = {
  breakGlass: {
    subject: '{{organization}} में आपातकालीन पहुँच',
    text: '{{person}} ने {{time}} पर सिंगल साइन-ऑन के बिना, आपातकालीन पहुँच से {{organization}} में प्रवेश किया। अगर आपको इसकी उम्मीद नहीं थी, तो उनसे बात करें और साइन-इन नीतियाँ बदलें।',
    action: 'ऑडिट लॉग खोलें',
  },
  ssoNotRequired: {
    subject: '{{organization}} में सिंगल साइन-ऑन अब ज़रूरी नहीं है',
    text: '{{organization}} के सदस्य अब साइन इन के दूसरे तरीक़ों से भी प्रवेश कर सकते हैं, क्योंकि नीति, कनेक्शन या अंतिम सत्यापित डोमेन बदला गया है। अगर आपको इसकी उम्मीद नहीं थी, तो देखें कि इसे किसने बदला और इसे फिर से चालू करें।',
    action: 'साइन-इन नीतियाँ खोलें',
  },
};
