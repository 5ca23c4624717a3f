/** Returns the purpose for which a response is encrypted until it is read. */
export const responseSecret = (tenant: string) =>
  ({ purpose: 'saml response', of: tenant }) as const;
