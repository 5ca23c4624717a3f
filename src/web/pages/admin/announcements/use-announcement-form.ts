import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { AnnouncementInput, AnnouncementRecord } from '#contract/announcements.ts';
import { api } from '#web/api/api.ts';
import type { FormValues } from '#web/components/entity/input.ts';
import { toast } from '#web/ui/toaster.tsx';
import { announcementResolver, announcementValues } from './announcement-form.ts';
import { refreshAnnouncements } from './queries.ts';

/** Returns the form and the function that saves it. */
export function useAnnouncementForm(record: AnnouncementRecord | null) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<FormValues, unknown, AnnouncementInput>({
    mode: 'onChange',
    defaultValues: announcementValues(record),
    resolver: announcementResolver,
  });
  const save = async (input: AnnouncementInput) => {
    await (record
      ? api.announcements.update({
          params: { id: record.id },
          body: input,
          version: record.version,
        })
      : api.announcements.create({ body: input }));
    await navigate('/admin/announcements');
    await refreshAnnouncements();
    void toast({
      tone: 'success',
      title: t(record ? 'announcements.saved' : 'announcements.created'),
    });
  };
  return { form, save };
}
