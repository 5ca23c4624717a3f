import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallResult } from '#contract/endpoint.ts';
import type { legal, LegalKind } from '#contract/legal.ts';
import type { Locale } from '#locales/locales.ts';
import { api } from '#web/api/api.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';

type Props = {
  kind: LegalKind;
  language: Locale;
  legal: CallResult<(typeof legal)['endpoints']['getOfAll']>;
};

/** Changed text, with the newest version when the change began. */
type Draft = { text: string; basedOn: number };

/** Edits one text in one language and publishes it after a confirmation. */
export function LegalForm({ kind, language, legal }: Props) {
  const { t } = useTranslation();
  const dialogs = useDialogs();
  const cache = useQueryClient();
  const [draft, setDraft] = useState<Draft | null>(null);
  const [asks, setAsks] = useState(false);
  const [isSaving, setSaving] = useState(false);
  useUnsavedChanges(draft !== null, { isSaving });
  const may = useMayCall();
  const shown = legal.texts[language];
  const text = draft?.text ?? shown.text.trim();
  const basedOn = draft?.basedOn ?? legal.version;
  const takeBack = () => {
    setDraft(null);
    setAsks(false);
  };
  const publish = async () => {
    const sure = await dialogs.confirm({
      title: t('legal.confirm'),
      text: t(asks ? 'legal.confirmAsking' : 'legal.confirmQuiet'),
      yes: t('legal.publish'),
      no: t('common.action.cancel'),
    });
    if (!sure) return;
    setSaving(true);
    try {
      const body = { kind, language, text, requiresAcceptance: asks, basedOn };
      await api.legal.create({ body });
      await cache.invalidateQueries({ queryKey: ['operator', 'legal'] });
      takeBack();
      void toast({ tone: 'success', title: t('legal.published') });
    } catch (error) {
      await dialogs.error({ text: failureText(t, error) ?? t('errors.internal') });
    }
    setSaving(false);
  };
  return (
    <Card
      footer={
        <>
          {draft && (
            <Button variant="white" onClick={takeBack}>
              {t('common.action.cancel')}
            </Button>
          )}
          <Button
            loading={isSaving}
            disabled={!may('legal/create') || !draft || text.trim() === ''}
            onClick={() => void publish()}
          >
            {t('legal.publish')}
          </Button>
        </>
      }
    >
      <div className="grid gap-5">
        {shown.isTemplate && <Banner tone="warning">{t('legal.template')}</Banner>}
        <TextArea
          label={t('legal.markdown')}
          hint={t('legal.hint', { email: '{email}' })}
          lang={language}
          rows={20}
          maxLength={50_000}
          value={text}
          readOnly={!may('legal/create')}
          onChange={({ target }) => setDraft({ text: target.value, basedOn })}
        />
        <Checkbox
          label={t('legal.asks')}
          hint={t('legal.asksHint')}
          checked={asks}
          disabled={!may('legal/create')}
          onChange={({ target }) => setAsks(target.checked)}
        />
      </div>
    </Card>
  );
}
