/** Texts of the emails about policies of an organization. */
export const policyMails = {
  breakGlass: {
    subject: '{{organization}} में आपातकालीन पहुँच',
    text: '{{person}} ने {{time}} पर सिंगल साइन-ऑन के बिना, आपातकालीन पहुँच से {{organization}} में प्रवेश किया। अगर आपको इसकी उम्मीद नहीं थी, तो उनसे बात करें और साइन-इन नीतियाँ बदलें।',
    action: 'ऑडिट लॉग खोलें',
  },
};
