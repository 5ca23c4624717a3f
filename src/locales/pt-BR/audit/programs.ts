/** Entries about access for programs, about archives, and about comments. */
export const programActions = {
  scimToken: {
    created: 'Token de SCIM criado',
    changed: 'Token de SCIM alterado',
    removed: 'Token de SCIM revogado',
  },
  apiKey: {
    created: 'Chave de API criada',
    changed: 'Chave de API alterada',
    removed: 'Chave de API revogada',
  },
  webhook: {
    created: 'Webhook adicionado',
    changed: 'Webhook alterado',
    removed: 'Webhook excluído',
  },
  archive: {
    created: 'Exportação ou importação iniciada',
    changed: 'Exportação ou importação atualizada',
    removed: 'Exportação ou importação excluída',
    downloaded: 'Arquivo baixado',
  },
  comment: {
    created: 'Comentário adicionado',
    changed: 'Comentário alterado',
    removed: 'Comentário excluído',
    restored: 'Comentário restaurado',
  },
};
