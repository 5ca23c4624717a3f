import type { RomanceTexts } from '#locales/texts.ts';

export const unauthorized: RomanceTexts['unauthorized'] = {
  title: 'Você não tem acesso a esta página',
  generic: 'Sua conta não tem permissão para abri-la.',
  member:
    'Você não participa da organização deste endereço. Entre com outra conta ou peça um convite a um dos proprietários dela.',
  operator: 'Somente o operador pode abri-la.',
  role: 'É preciso ter a função {{role}} ou superior. A sua é {{current}}.',
  tier: 'Disponível no plano {{product}} ou superior. Sua organização está no {{current}}.',
  tierNoPlan: 'Disponível no plano {{product}} ou superior. Sua organização não tem plano.',
  upgrade: 'Ver assinatura',
  home: 'Ir para o painel',
};
