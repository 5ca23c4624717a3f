import type { RomanceTexts } from '#locales/texts.ts';

export const staff: RomanceTexts['staff'] = {
  may: {
    administrator: 'Tudo, inclusive os operadores',
    support: 'Vê tudo e age como clientes só para olhar, sem alterar',
    billing: 'Cupons, pagamentos e receita',
    catalogue: 'Produtos, preços, recursos e textos legais',
  },
  title: 'Operadores',
  text: 'Quem opera este produto e o que cada pessoa pode fazer. Uma mudança vale imediatamente.',
  person: 'Operador',
  roleColumn: 'Função',
  state: 'Situação',
  active: 'Ativo',
  invitedUntil: 'Convite até {{date}}',
  expired: 'Convite vencido',
  you: 'você',
  invite: 'Convidar operador',
  inviteTitle: 'Convidar um operador',
  inviteText:
    'A pessoa recebe um link por e-\u2060mail e escolhe uma senha. O endereço não pode ter uma conta ainda.',
  email: 'E-mail',
  send: 'Enviar convite',
  sent: '{{email}} recebeu um convite',
  resend: 'Enviar de novo',
  withdraw: 'Cancelar convite',
  withdrawTitle: 'Cancelar o convite de {{email}}?',
  withdrawText: 'O link do e-\u2060mail deixa de funcionar.',
  withdrawn: 'O convite de {{email}} foi cancelado',
  change: 'Mudar função',
  changeTitle: 'Função de {{name}}',
  save: 'Salvar função',
  saved: '{{name}} agora tem a função {{role}}',
  remove: 'Remover operador',
  removeTitle: 'Remover {{name}}?',
  removeText:
    'As sessões da pessoa terminam imediatamente, também aquelas em que ela age como cliente. A conta é excluída, a menos que a pessoa seja membro de uma organização de clientes.',
  removed: '{{name}} foi removido(a)',
  invitation: {
    page: 'Convite',
    title: 'Entrar como operador',
    text: 'Você recebeu um convite para operar o Pregão. Função: {{role}}.',
    accept: 'Aceitar o convite',
    failed: 'Não foi possível aceitar o convite',
    invalid:
      'Este convite não é válido. Ele pode ter vencido, sido usado ou cancelado. Peça outro a um administrador.',
  },
};
