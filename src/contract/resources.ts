import { z } from 'zod';
import {
  highestRoleOf,
  lowestTierOf,
  member,
  memberOrOperator,
  operator,
  type Role,
  roleAllows,
  tierAllows,
  operatorOf,
} from './access.ts';
import { subject } from './endpoint.ts';
import { inputSchema, recordSchema } from './entities/field-schemas.ts';
import { resourceFields } from './entities/resources.ts';
import { tenantProduct } from './membership.ts';
import { id, role, version } from './shapes.ts';

export const resource = recordSchema(resourceFields).extend({
  id,
  version,
  hasFile: z.boolean(),
  /** True if the organization's tier is below the required one. */
  needsUpgrade: z.boolean(),
  /** True if the member's role is less powerful than the required one. */
  needsPermission: z.boolean(),
  /** With `needsUpgrade`: the cheapest tier's product on offer that suffices. */
  minimumTierProduct: tenantProduct.shape.subscriptionProduct.nullable(),
});
export type Resource = z.infer<typeof resource>;

export const resourceInput = inputSchema(resourceFields).extend({
  tiers: inputSchema(resourceFields).shape.tiers.max(100).default([]),
  roles: z.array(role).max(4).default([]),
});
export type ResourceInput = z.output<typeof resourceInput>;

/** Returns whether an organization of this tier has to upgrade before it downloads (R-RES-03). */
export function needsUpgrade({ tiers }: { tiers: readonly number[] }, tier: number): boolean {
  const required = lowestTierOf(tiers);
  return required !== null && !tierAllows(tier, required);
}

/** Returns whether this role is not powerful enough to download (R-RES-03). */
export function needsPermission({ roles }: { roles: readonly number[] }, role: Role): boolean {
  const required = highestRoleOf(roles);
  return required !== null && !roleAllows(role, required);
}

export const resources = subject('Resource', {
  getAll: {
    route: 'GET /Resource/GetAll',
    summary: 'All resources, by title',
    access: operator,
    reply: z.array(resource),
  },
  getMine: {
    route: 'GET /Resource/GetMyResources',
    summary: 'All resources, with what the member lacks to download each',
    access: member(),
    reply: z.array(resource),
  },
  create: {
    route: 'POST /Resource/Create',
    summary: 'Add a resource; its file is uploaded afterwards',
    access: operatorOf('catalogue'),
    once: true,
    body: resourceInput,
    reply: resource,
  },
  update: {
    route: 'PUT /Resource/Update/:id',
    summary: 'Change a resource; a change of type removes its file',
    access: operatorOf('catalogue'),
    versioned: true,
    body: resourceInput,
    reply: resource,
  },
  remove: {
    route: 'DELETE /Resource/Delete/:id',
    summary: 'Delete a resource and its file',
    access: operatorOf('catalogue'),
    versioned: true,
  },
  upload: {
    route: 'POST /Resource/Upload/:id',
    summary: 'Upload the file of a resource, replacing the current one',
    access: operatorOf('catalogue'),
    limit: 'upload',
    upload: true,
    reply: resource,
    errors: ['upload.invalidFile', 'upload.size', 'upload.noSpace'],
  },
  download: {
    route: 'POST /Resource/Download/:id',
    summary: 'File of a resource, or the part that `Range` requests',
    access: memberOrOperator,
    file: 'application/octet-stream',
    errors: ['resources.needsUpgrade', 'resources.needsPermission', 'rangeNotSatisfiable'],
  },
});
