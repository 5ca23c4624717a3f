import type { RomanceTexts } from '#locales/texts.ts';

export const account: RomanceTexts['account'] = {
  field: {
    organization: 'Organização',
    email: 'E-mail',
    firstName: 'Nome',
    lastName: 'Sobrenome',
    phone: 'Telefone',
    password: 'Senha',
    confirmPassword: 'Confirme a senha',
  },
  login: {
    title: 'Entrar',
    submit: 'Entrar',
    failed: 'Não foi possível entrar',
    forgot: 'Esqueceu sua senha?',
    noAccount: 'Ainda não tem conta?',
    register: 'Cadastre-se',
  },
  register: {
    title: 'Crie sua organização',
    text: 'Leva um minuto, e o período de teste não pede cartão.',
    plan: 'Plano',
    startTrial: 'Começar teste ({{days}} dias)',
    subscribe: 'Assinar por {{price}} {{period}}',
    pay: 'Pagar {{price}}',
    startFree: 'Começar de graça',
    failed: 'Não foi possível concluir o cadastro',
    haveAccount: 'Já tem cadastro?',
    login: 'Entrar',
    successTitle: 'Boas-vindas! Falta um passo',
    successText: 'Enviamos uma mensagem para {{email}}. Abra o link dela para verificar sua conta.',
    clickToVerify: 'Clique aqui para verificar sua conta',
    coupon: 'Cupom',
    haveCoupon: 'Você tem um cupom?',
    applyCoupon: 'Aplicar',
  },
  verify: {
    title: 'Verifique sua conta',
    text: 'Escolha uma senha para concluir.',
    submit: 'Verificar e entrar',
    failed: 'Não foi possível verificar',
    login: 'Ir para a tela de acesso',
    invalidLink:
      'Este link de verificação está incompleto. Abra novamente o link da nossa mensagem.',
  },
  reset: {
    title: 'Redefina sua senha',
    text: 'Enviaremos um link para você escolher uma nova.',
    submit: 'Enviar o link',
    sentTitle: 'Redefinição de senha',
    sentText:
      'Se a mensagem não chegar em alguns minutos, veja a caixa de spam ou fale com o suporte.',
    newTitle: 'Escolha uma nova senha',
    newSubmit: 'Salvar nova senha',
    back: 'Voltar para a tela de acesso',
  },
};
