import { useMutation, useQuery } from '@tanstack/react-query';
import { startTransition, useOptimistic } from 'react';
import type { InvitationSettings } from '#contract/invitations.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { toast } from '#web/ui/toaster.tsx';
import { inviteSettingsQuery } from './queries.ts';
import { useShowMemberError } from './seat-limit.ts';

type Change = Partial<InvitationSettings> & { reset?: true };

/**
 * Returns the join link's settings and a function that saves each change immediately (R-MEM-10).
 * The change is shown optimistically until the server answers.
 */
export function useInviteSettings() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const tellRefusal = useShowMemberError();
  const query = inviteSettingsQuery(tenant.id);
  const { data: saved, error } = useQuery(query);
  if (error && !saved) throw error;
  const save = useMutation({
    // A shared scope runs the saves one after the other, in the order of the changes.
    scope: { id: 'invite link' },
    mutationFn: ({
      linkActive,
      publicUrl,
      requireAcceptance,
      reset,
    }: InvitationSettings & Change) =>
      api.invitations.updateSettings({
        body: {
          enableLink: linkActive,
          enablePublicUrl: publicUrl,
          requireAcceptance,
          resetLink: reset ?? false,
        },
      }),
    onSuccess: (settings, { reset }) => {
      queryClient.setQueryData(query.queryKey, settings);
      const title = reset ? t('members.link.resetDone') : t('members.link.saved');
      void toast({ tone: 'success', title });
    },
    onError: (error) => void tellRefusal(error),
  });
  const [settings, show] = useOptimistic(saved);
  const change = (part: Change) =>
    settings &&
    startTransition(async () => {
      const changed = { ...settings, ...part };
      show(changed);
      // `onError` has shown the refusal already.
      await save.mutateAsync(changed).catch(() => undefined);
    });
  return { settings, change };
}
