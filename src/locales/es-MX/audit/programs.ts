/** Entries about access for programs, about archives, and about comments. */
export const programActions = {
  scimToken: {
    created: 'Token de SCIM creado',
    changed: 'Token de SCIM modificado',
    removed: 'Token de SCIM revocado',
  },
  apiKey: {
    created: 'Clave de API creada',
    changed: 'Clave de API modificada',
    removed: 'Clave de API revocada',
  },
  webhook: {
    created: 'Webhook agregado',
    changed: 'Webhook modificado',
    removed: 'Webhook eliminado',
  },
  archive: {
    created: 'Exportación o importación iniciada',
    changed: 'Exportación o importación actualizada',
    removed: 'Exportación o importación eliminada',
    downloaded: 'Archivo descargado',
  },
  comment: {
    created: 'Comentario agregado',
    changed: 'Comentario modificado',
    removed: 'Comentario eliminado',
    restored: 'Comentario restaurado',
  },
};
