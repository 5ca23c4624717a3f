import { useQuery } from '@tanstack/react-query';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { withoutTrials } from '#web/components/pricing/plan-selection.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NewOrganizationForm } from './new-organization-form.tsx';

/** Renders the form of a new organization with the plans for this person. */
export function OrganizationCreation({ hadTrial }: { hadTrial: boolean }) {
  const { data: plans, error } = useQuery(availableProductsQuery);
  if (error && !plans) throw error;
  if (!plans) return <Skeleton className="h-96 rounded-lg" />;
  return <NewOrganizationForm plans={hadTrial ? withoutTrials(plans) : plans} />;
}
