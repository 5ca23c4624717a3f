/** Texts of the emails about verified domains. */
export const domainMails = {
  domainFailing: {
    subject: 'Falta o registro TXT de {{domain}}',
    text: 'Não encontramos mais o registro TXT que comprova que {{domain}} é de {{organization}}. Restaure-o até {{date}}. Depois disso, o domínio deixa de estar verificado e ninguém poderá entrar com endereços dele pelo seu provedor de identidade.',
    action: 'Conferir o domínio',
  },
  domainLapsed: {
    subject: '{{domain}} não está mais verificado',
    text: 'O registro TXT que comprova que {{domain}} é de {{organization}} faltou durante uma semana, por isso o domínio não está mais verificado. Publique o registro e verifique o domínio de novo.',
    action: 'Verificar o domínio',
  },
};
