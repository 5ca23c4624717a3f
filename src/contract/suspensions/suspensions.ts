import { z } from 'zod';
import { operator, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { idParams, requiredText } from '#contract/shapes.ts';

/** Reason of a suspension: members read that of their organization, operators both. */
const suspensionInput = z.object({ reason: requiredText(500) });

export const suspensions = subject('Suspension', {
  suspendTenant: {
    method: 'PUT',
    path: '/Suspension/SuspendTenant/:id',
    summary: 'Suspend an organization: its members are refused every call but reading why',
    access: operator,
    params: idParams,
    body: suspensionInput,
    reply: null,
    errors: ['tenant.isOperators'],
  },
  liftTenant: {
    method: 'PUT',
    path: '/Suspension/LiftTenant/:id',
    summary: 'End the suspension of an organization',
    access: withStepUp(operator),
    params: idParams,
    reply: null,
  },
  suspendUser: {
    method: 'PUT',
    path: '/Suspension/SuspendUser/:id',
    summary: 'Suspend an account: its sessions end, and sign-in is refused',
    access: operator,
    params: idParams,
    body: suspensionInput,
    reply: null,
    errors: ['account.cannotSuspendAdmin'],
  },
  liftUser: {
    method: 'PUT',
    path: '/Suspension/LiftUser/:id',
    summary: 'End the suspension of an account; ended sessions stay ended',
    access: withStepUp(operator),
    params: idParams,
    reply: null,
  },
});
