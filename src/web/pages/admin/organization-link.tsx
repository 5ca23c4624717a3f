import { clsx } from 'clsx';
import { Link } from 'react-router';
import { useMayCall } from '#web/session/operator.ts';

type Props = { tenant: { id: string; name: string }; className?: string; children?: string };

/** Links an organization to its overview in the portal; renders only its name for operators who may not read it. */
export function OrganizationLink({ tenant: { id, name }, className, children = name }: Props) {
  const isLinked = useMayCall()('support/get');
  return isLinked ? (
    <Link
      to={`/admin/tenants/${id}/overview`}
      className={clsx('underline-offset-4 hover:underline', className)}
    >
      {children}
    </Link>
  ) : (
    <span className={className}>{children}</span>
  );
}
