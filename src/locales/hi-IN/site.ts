import type { Texts } from '#locales/texts.ts';

export const site: Texts['site'] = {
  nav: {
    label: 'साइट मेनू',
    product: 'उत्पाद',
    pricing: 'मूल्य',
    blog: 'ब्लॉग',
    contact: 'संपर्क',
    docs: 'दस्तावेज़',
    community: 'समुदाय',
    donate: 'दान करें',
    login: 'साइन इन करें',
    register: 'पंजीकरण करें',
  },
  footer: {
    rights: '© {{year}} Pregão. सर्वाधिकार सुरक्षित।',
    terms: 'शर्तें',
    privacy: 'गोपनीयता',
  },
};
