import { Building2, FileDown, Package, UsersRound } from 'lucide-react';
import type { OperatorRole } from '#contract/access.ts';
import { api } from '#web/api/api.ts';
import { personName } from '#web/components/initials.ts';
import { mayCall, type OperatorCall } from '#web/session/operator.ts';
import { limit, pickBest, readOnce, type RecordSource } from './source.ts';

/** Records of the portal, with the call that reads them. */
type OperatorSource = RecordSource & { reads?: OperatorCall };

const tenantSource: OperatorSource = {
  reads: 'tenants/getAllOfAll',
  name: 'tenants',
  icon: Building2,
  text: 'admin.menu.tenants',
  find: async (search) => {
    const { items } = await api.tenants.getAllOfAll({ query: { search, limit } });
    return items.map(({ id, name, subdomain }) => ({
      id,
      label: name,
      detail: subdomain,
      to: `/admin/tenants/${id}/overview`,
    }));
  },
};

const userSource: OperatorSource = {
  reads: 'users/getAllOfAll',
  name: 'users',
  icon: UsersRound,
  text: 'admin.menu.users',
  find: async (search) => {
    const { items } = await api.users.getAllOfAll({ query: { search, limit } });
    return items.map((user) => ({
      id: user.id,
      label: personName(user),
      detail: user.email,
      to: `/admin/users?search=${encodeURIComponent(user.email)}`,
    }));
  },
};

const productSource: OperatorSource = {
  name: 'products',
  icon: Package,
  text: 'admin.menu.products',
  find: async (search) => {
    const all = await readOnce(['products', 'all'], () =>
      api.products.getAll({ query: { activeOnly: 'false' } }),
    );
    return pickBest(all, search, ({ title }) => title).map(({ id, title }) => ({
      id,
      label: title,
      to: `/admin/products/${id}`,
    }));
  },
};

const resourceSource = (edits: boolean): OperatorSource => ({
  reads: 'resources/getAll',
  name: 'resources',
  icon: FileDown,
  text: 'admin.menu.resources',
  find: async (search) => {
    const all = await api.resources.getAll();
    return pickBest(all, search, ({ title }) => title).map(({ id, title }) => ({
      id,
      label: title,
      to: edits ? `/admin/resources/${id}/edit` : '/admin/resources',
    }));
  },
});

/** Returns what an operator of a role may search. */
export const operatorSources = (role: OperatorRole | null): RecordSource[] =>
  [
    tenantSource,
    userSource,
    productSource,
    resourceSource(mayCall(role, 'resources/update')),
  ].filter(({ reads }) => !reads || mayCall(role, reads));
