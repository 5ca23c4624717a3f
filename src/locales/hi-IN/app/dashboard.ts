import type { Texts } from '#locales/texts.ts';

export const dashboard: Texts['app']['dashboard'] = {
  title: 'डैशबोर्ड',
  greeting: 'नमस्ते, {{name}}',
  newTransaction: 'नया लेन-देन',
  period: {
    label: 'अवधि',
    thisMonth: 'इस महीने',
    lastMonth: 'पिछले महीने',
    thisYear: 'इस साल',
    custom: 'अन्य तारीखें',
    from: 'से',
    to: 'तक',
    order: 'अंत शुरुआत से पहले या सौ साल से ज़्यादा बाद नहीं हो सकता।',
  },
  upgradeTitle: 'लेन-देन {{product}} प्लान में मिलता है',
  upgradeText: 'जो खरीदें-बेचें उसे दर्ज करें और हर महीने का जोड़ देखें। आपके मौजूदा प्लान में लेन-देन शामिल नहीं है।',
  keptTitle_one: '{{count}} लेन-देन सुरक्षित है',
  keptTitle_other: '{{count}} लेन-देन सुरक्षित हैं',
  keptText: 'आपने जो दर्ज किया उसे फिर से देखने के लिए लेन-देन वाला प्लान चुनें। मालिक उसे एक्सपोर्ट भी कर सकते हैं।',
};
