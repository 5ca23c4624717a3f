import { useState } from 'react';
import { Link } from 'react-router';
import type { SupportRecord } from '#contract/support/support.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { EditDialog } from './edit-dialog.tsx';

/** Renders the head of the support page, with the dialog that edits the organization (R-SUP-07). */
export function SupportHeader({ record, title }: { record: SupportRecord; title: string }) {
  const { t } = useTranslation();
  const may = useMayCall();
  const [isEditing, setEditing] = useState(false);
  return (
    <>
      <PageHeader
        title={<span className="wrap-anywhere">{title}</span>}
        description={t('support.text')}
        actions={
          <>
            {may('support/editTenant') && (
              <Button variant="white" onClick={() => setEditing(true)}>
                {t('support.action.edit')}
              </Button>
            )}
            <Button variant="white" render={<Link to={`/admin/users/${record.tenant.id}`} />}>
              {t('support.members')}
            </Button>
          </>
        }
      />
      {isEditing && <EditDialog record={record} onClose={() => setEditing(false)} />}
    </>
  );
}
