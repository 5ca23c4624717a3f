import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import { Role } from '#contract/access.ts';
import { boundedText, opaqueText, requiredText } from '#contract/shapes.ts';
import { ssoProtocols, type SsoSettings } from '#contract/sso/connection.ts';
import { api } from '#web/api/api.ts';

/** Fields that a protocol needs, besides the issuer. */
const needed = { oidc: ['clientId'], saml: ['signInUrl', 'certificates'] } as const;

/** Fields of the form. */
export const connectionSchema = z
  .object({
    protocol: z.enum(ssoProtocols),
    issuer: requiredText(1_000),
    clientId: boundedText(500),
    clientSecret: opaqueText(1_000),
    signInUrl: boundedText(2_000),
    signOutUrl: boundedText(2_000),
    certificates: boundedText(20_000),
    signsOut: z.boolean(),
    roleClaim: boundedText(200),
    admin: boundedText(200),
    member: boundedText(200),
    guest: boundedText(200),
    defaultRole: z.string(),
    provisions: z.boolean(),
  })
  .superRefine((values, context) => {
    for (const name of needed[values.protocol]) {
      if (values[name as keyof typeof values] === '') {
        context.addIssue({ code: 'custom', path: [name], message: 'field.required' });
      }
    }
  });
type Values = z.output<typeof connectionSchema>;
export type ConnectionFields = UseFormReturn<Values>;

/** Roles by the name of their field. */
export const mappedRoles = { admin: Role.Admin, member: Role.Member, guest: Role.Guest } as const;
export const roleFields = ['admin', 'member', 'guest'] as const;

/** Returns the values of the form for the stored draft. */
export function toValues({ draft }: SsoSettings): Values {
  const valueFor = (role: Role) => draft?.roles.find((each) => each.role === role)?.value ?? '';
  return {
    protocol: draft?.protocol ?? 'oidc',
    issuer: draft?.issuer ?? '',
    clientId: draft?.clientId ?? '',
    clientSecret: '',
    signInUrl: draft?.signInUrl ?? '',
    signOutUrl: draft?.signOutUrl ?? '',
    certificates: (draft?.certificates ?? []).map(({ pem }) => pem).join('\n'),
    signsOut: draft?.signsOut ?? true,
    roleClaim: draft?.roleClaim ?? '',
    admin: valueFor(Role.Admin),
    member: valueFor(Role.Member),
    guest: valueFor(Role.Guest),
    defaultRole: String(draft?.defaultRole ?? Role.Member),
    provisions: draft?.provisions ?? true,
  };
}

/** Stores the draft; an empty secret keeps the stored one. */
export const saveConnection = ({ clientSecret, defaultRole, certificates, ...values }: Values) =>
  api.sso.update({
    body: {
      protocol: values.protocol,
      issuer: values.issuer,
      clientId: values.clientId,
      signInUrl: values.signInUrl,
      signOutUrl: values.signOutUrl,
      certificates: certificates === '' ? [] : [certificates],
      signsOut: values.signsOut,
      roleClaim: values.roleClaim,
      provisions: values.provisions,
      defaultRole: Number(defaultRole) as (typeof mappedRoles)[keyof typeof mappedRoles],
      roles: roleFields
        .filter((name) => values[name] !== '')
        .map((name) => ({ value: values[name], role: mappedRoles[name] })),
      ...(clientSecret !== '' && { clientSecret }),
    },
  });
