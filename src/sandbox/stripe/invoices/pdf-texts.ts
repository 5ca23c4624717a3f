import type { Invoice, Price } from '#sandbox/stripe/store/types.ts';

/** Texts of an invoice's PDF; Stripe takes the language from the customer. */
const english = {
  locale: 'en-US',
  title: 'Invoice',
  number: 'Invoice number',
  issued: 'Date of issue',
  paidOn: 'Date paid',
  dueOn: 'Date due',
  status: 'Status',
  states: {
    draft: 'Draft',
    open: 'Open',
    paid: 'Paid',
    uncollectible: 'Uncollectible',
    void: 'Void',
  } as Record<NonNullable<Invoice['status']>, string>,
  billTo: 'Bill to',
  paid: (amount: string) => `${amount} paid`,
  due: (amount: string) => `${amount} due`,
  description: 'Description',
  quantity: 'Qty',
  price: 'Unit price',
  amount: 'Amount',
  subtotal: 'Subtotal',
  discount: 'Discount',
  beforeTax: 'Total excluding tax',
  tax: 'Tax',
  total: 'Total',
  amountPaid: 'Amount paid',
  amountDue: 'Amount due',
  unused: (product: string) => `Unused time on ${product}`,
  remaining: (product: string) => `Remaining time on ${product}`,
  trial: (product: string) => `Trial of ${product}`,
  intervals: { day: 'Daily', week: 'Weekly', month: 'Monthly', year: 'Yearly' } as Record<
    NonNullable<Price['recurring']>['interval'],
    string
  >,
};

export type PdfTexts = typeof english;

const portuguese: PdfTexts = {
  locale: 'pt-BR',
  title: 'Fatura',
  number: 'Número da fatura',
  issued: 'Data de emissão',
  paidOn: 'Data do pagamento',
  dueOn: 'Vencimento',
  status: 'Situação',
  states: {
    draft: 'Rascunho',
    open: 'Em aberto',
    paid: 'Paga',
    uncollectible: 'Incobrável',
    void: 'Anulada',
  },
  billTo: 'Cobrar de',
  paid: (amount) => `${amount} pagos`,
  due: (amount) => `${amount} a pagar`,
  description: 'Descrição',
  quantity: 'Qtd.',
  price: 'Preço unitário',
  amount: 'Valor',
  subtotal: 'Subtotal',
  discount: 'Desconto',
  beforeTax: 'Total sem impostos',
  tax: 'Impostos',
  total: 'Total',
  amountPaid: 'Valor pago',
  amountDue: 'Valor a pagar',
  unused: (product) => `Tempo não usado do ${product}`,
  remaining: (product) => `Tempo restante do ${product}`,
  trial: (product) => `Teste do ${product}`,
  intervals: { day: 'Diário', week: 'Semanal', month: 'Mensal', year: 'Anual' },
};

const spanish: PdfTexts = {
  locale: 'es-MX',
  title: 'Recibo',
  number: 'Número de recibo',
  issued: 'Fecha de emisión',
  paidOn: 'Fecha de pago',
  dueOn: 'Fecha de vencimiento',
  status: 'Estado',
  states: {
    draft: 'Borrador',
    open: 'Pendiente',
    paid: 'Pagado',
    uncollectible: 'Incobrable',
    void: 'Anulado',
  },
  billTo: 'Cobrar a',
  paid: (amount) => `${amount} pagados`,
  due: (amount) => `${amount} por pagar`,
  description: 'Descripción',
  quantity: 'Cant.',
  price: 'Precio unitario',
  amount: 'Importe',
  subtotal: 'Subtotal',
  discount: 'Descuento',
  beforeTax: 'Total sin impuestos',
  tax: 'Impuestos',
  total: 'Total',
  amountPaid: 'Importe pagado',
  amountDue: 'Importe por pagar',
  unused: (product) => `Tiempo no usado de ${product}`,
  remaining: (product) => `Tiempo restante de ${product}`,
  trial: (product) => `Prueba de ${product}`,
  intervals: { day: 'Diario', week: 'Semanal', month: 'Mensual', year: 'Anual' },
};

const hindi: PdfTexts = {
  locale: 'hi-IN',
  title: 'बिल',
  number: 'बिल संख्या',
  issued: 'जारी करने की तारीख',
  paidOn: 'भुगतान की तारीख',
  dueOn: 'देय तारीख',
  status: 'स्थिति',
  states: {
    draft: 'मसौदा',
    open: 'बकाया',
    paid: 'चुकाया गया',
    uncollectible: 'वसूली योग्य नहीं',
    void: 'अमान्य',
  },
  billTo: 'ग्राहक',
  paid: (amount) => `${amount} चुकाए गए`,
  due: (amount) => `${amount} बकाया`,
  description: 'विवरण',
  quantity: 'मात्रा',
  price: 'इकाई मूल्य',
  amount: 'राशि',
  subtotal: 'उप-योग',
  discount: 'छूट',
  beforeTax: 'कर से पहले कुल',
  tax: 'कर',
  total: 'कुल',
  amountPaid: 'चुकाई गई राशि',
  amountDue: 'देय राशि',
  unused: (product) => `${product} का बचा हुआ समय`,
  remaining: (product) => `${product} का शेष समय`,
  trial: (product) => `${product} का ट्रायल`,
  intervals: { day: 'दैनिक', week: 'साप्ताहिक', month: 'मासिक', year: 'वार्षिक' },
};

/** Returns the texts of the first preferred language that there is; English otherwise. */
export function pdfTextsFor(preferred: readonly string[]): PdfTexts {
  const known = [english, portuguese, spanish, hindi];
  const languageOf = (locale: string) => locale.split('-')[0];
  for (const wanted of preferred) {
    const found = known.find(({ locale }) => languageOf(locale) === languageOf(wanted));
    if (found) return found;
  }
  return english;
}
