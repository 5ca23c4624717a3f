/** Texts of the emails about the suspension of an organization. */
export const suspensionMails = {
  suspended: {
    subject: '{{organization}} foi suspensa',
    text: 'O operador do Pregão suspendeu {{organization}}. Os membros só podem ler o motivo. Nada é excluído, e a assinatura não cobra nada enquanto isso.',
  },
  unsuspended: {
    subject: '{{organization}} não está mais suspensa',
    text: 'A suspensão de {{organization}} foi encerrada. Os membros podem usá-la de novo, e a assinatura continua.',
    action: 'Abrir {{organization}}',
  },
};
