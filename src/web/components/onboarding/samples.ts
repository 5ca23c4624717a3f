import type { Translate } from '#locales/translation.ts';
import { api } from '#web/api/api.ts';
import { queryClient, tenantQueryKey } from '#web/api/queries.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { toast } from '#web/ui/toaster.tsx';

async function refresh() {
  for (const key of ['onboarding', 'usage', 'transactions', 'record']) {
    await queryClient.invalidateQueries({ queryKey: tenantQueryKey(key) });
  }
  // The button that was pressed is gone.
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Shows a refusal of the server as a toast. */
export const showRefusal = (t: Translate, error: unknown) =>
  toast({ tone: 'error', title: failureText(t, error) ?? t('errors.internal') });

/** Adds the sample data; a refusal is shown as a toast. */
export async function addSampleData(t: Translate) {
  try {
    await api.onboarding.addSamples();
  } catch (error) {
    return showRefusal(t, error);
  }
  await refresh();
  await toast({ tone: 'success', title: t('onboarding.samples.added') });
}

/** Removes the sample data; a refusal is shown as a toast. */
export async function removeSampleData(t: Translate) {
  try {
    await api.onboarding.removeSamples();
  } catch (error) {
    return showRefusal(t, error);
  }
  await refresh();
  await toast({ tone: 'success', title: t('onboarding.samples.removed') });
}
