/** Texts of the emails about access that people give to programs and other people. */
export const grantMails = {
  grant: {
    subject: '{{organization}}: {{what}}',
    text: '{{organization}}: {{what}}। यह अभी से काम करता है। अगर आपको इसकी उम्मीद नहीं थी, तो इसे अभी समाप्त करें और जिसने किया उससे बात करें।',
    action: 'देखें और समाप्त करें',
    what: {
      apiKey: 'API कुंजी बनाई या बदली गई',
      scimToken: 'SCIM टोकन बनाया गया',
      webhook: 'वेबहुक एंडपॉइंट जोड़ा या बदला गया',
      joinLink: 'आमंत्रण लिंक खोला गया',
      identityProvider: 'पहचान प्रदाता सक्रिय किया गया',
      invitation: 'आमंत्रण भेजा गया',
    },
    kind: {
      apiKey: 'API कुंजी',
      scimToken: 'SCIM टोकन',
      webhook: 'वेबहुक एंडपॉइंट',
      joinLink: 'आमंत्रण लिंक',
      identityProvider: 'पहचान प्रदाता',
      invitation: 'आमंत्रण',
    },
  },
};
