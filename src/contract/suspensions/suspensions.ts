import { z } from 'zod';
import { operator, withStepUp } from '#contract/access.ts';
import { subject } from '#contract/endpoint.ts';
import { requiredText } from '#contract/shapes.ts';

/** Reason of a suspension: members read that of their organization, operators both. */
const suspensionInput = z.object({ reason: requiredText(500) });

export const suspensions = subject('Suspension', {
  suspendTenant: {
    route: 'PUT /Suspension/SuspendTenant/:id',
    summary: 'Suspend an organization: its members are refused every call but reading why',
    access: operator,
    body: suspensionInput,
    errors: ['tenant.isOperators'],
  },
  liftTenant: {
    route: 'PUT /Suspension/LiftTenant/:id',
    summary: 'End the suspension of an organization',
    access: withStepUp(operator),
  },
  suspendUser: {
    route: 'PUT /Suspension/SuspendUser/:id',
    summary: 'Suspend an account: its sessions end, and sign-in is refused',
    access: operator,
    body: suspensionInput,
    errors: ['account.cannotSuspendAdmin'],
  },
  liftUser: {
    route: 'PUT /Suspension/LiftUser/:id',
    summary: 'End the suspension of an account; ended sessions stay ended',
    access: withStepUp(operator),
  },
});
