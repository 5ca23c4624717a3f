/**
 * Names that look like a service of the product or of its operator: hosts of mail and discovery, pages about accounts
 * and money, and our own. A stranger's page under one of them could ask for passwords.
 */
const reserved = `
abuse acceso access acesso account accounts activate admin administrator alerts api app apps assets auth authenticate
authentication autoconfig autodiscover ayuda backend backup beta billing blog bounce callback careers cdn chat checkout
client clients cloud cms code community conta contact console control cpanel cuenta customer customers dashboard data
database demo dev developer developers dkim dmarc dns docs documentation domain domains download downloads email entrar
error errors exchange facturacion faturamento feedback file files finance firewall forum forums ftp gateway git global
grafana graphql guest health help helpdesk home hostmaster hub identity idp images imap info infrastructure ingresar
internal intranet invoice invoices invite ipv4 ipv6 isatap jobs jira kb ldap legal link links live local localdomain
localhost login logout logs mail mailbox mailer mailerdaemon marketing mcp media metrics mfa mobile monitor monitoring
mtasts mx my news newsletter nobody noreply notifications ns ntp oauth office official oidc openid operator operators ops
owa pagamento pago panel partner partners passkey password pay payment payments pop pop3 portal postmaster preview pregao
pricing privacy private prod production prometheus proxy public redirect register registration relay remote reset root
saml sandbox scim secure security seguranca seguridad senha server service services session settings setup sftp shop
signin signout signup site sites smtp soporte sql ssh ssl sso stage staging static stats status storage store stripe
subscribe subscription suporte support sysadmin system team tech terms test testing tls token trust twofactor update
updates upload uploads user users verify verification vpn wallet web webhook webhooks webmail webmaster wiki wpad ws www`
  .trim()
  .split(/\s+/);

const letters: Record<string, string> = {
  '0': 'o',
  '1': 'l',
  i: 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '9': 'g',
};

/** Returns a word with characters that look alike as the same one. */
const skeleton = (word: string) =>
  word
    .replaceAll(/[01345789i]/g, (character) => letters[character] ?? character)
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');

const skeletons = new Set(reserved.map(skeleton));

/** Returns true for a reserved word as people read it, also numbered: `l0gin`, `mail2`. */
const isReservedWord = (word: string) =>
  skeletons.has(skeleton(word)) || skeletons.has(skeleton(word.replace(/\d+$/, '')));

/**
 * Returns true if no organization may take this subdomain (R-ORG-06): a reserved word, one that looks like it
 * (`acc0unt`, `log-in`), several of them (`admin-login-2`), or an encoded international name (`xn--…`, RFC 5891 §4.2.3.1).
 */
export function isReservedSubdomain(subdomain: string): boolean {
  const name = subdomain.trim().toLowerCase();
  if (name.slice(2, 4) === '--') return true;
  const words = name.split('-').filter((word) => !/^\d*$/.test(word));
  return (
    isReservedWord(name.replaceAll('-', '')) || (words.length > 0 && words.every(isReservedWord))
  );
}
