import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { AnnouncementInput, AnnouncementRecord } from '#contract/announcements.ts';
import { api } from '#web/api/api.ts';
import { useFormDraft } from '#web/components/drafts/use-form-draft.ts';
import type { FormValues } from '#web/components/entity/input.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { announcementResolver, announcementValues } from './announcement-form.ts';
import { refreshAnnouncements } from './queries.ts';

/** Returns the form, its draft and the function that saves it. */
export function useAnnouncementForm(record: AnnouncementRecord | null) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<FormValues, unknown, AnnouncementInput>({
    mode: 'onChange',
    defaultValues: announcementValues(record),
    resolver: announcementResolver,
  });
  const mayChange = useMayCall()('announcements/update');
  const draft = useFormDraft(form, mayChange ? `announcements/${record?.id ?? 'new'}` : null);
  const save = async (input: AnnouncementInput) => {
    await (record
      ? api.announcements.update({
          params: { id: record.id },
          body: input,
          version: record.version,
        })
      : api.announcements.create({ body: input }));
    await draft.remove();
    await navigate('/admin/announcements');
    await refreshAnnouncements();
    void toast({
      tone: 'success',
      title: t(record ? 'announcements.saved' : 'announcements.created'),
    });
  };
  return { form, draft, mayChange, save };
}
