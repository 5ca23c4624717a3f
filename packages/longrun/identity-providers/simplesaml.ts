import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort, temporaryFolder } from '#tools/kit/servers.ts';
import { startProgram, type ProviderSettings, type StartProvider } from './provider.ts';

/** Folder in which Debian installs it. */
export const simpleSamlFolder = '/usr/share/simplesamlphp';

const domain = 'simplesaml.example.com';
const persistent = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';

function php(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(php).join(', ')}]`;
  if (typeof value === 'object' && value !== null)
    return `[${Object.entries(value)
      .map(([key, each]) => `${php(/^\d+$/.test(key) ? Number(key) : key)} => ${php(each)}`)
      .join(', ')}]`;
  return typeof value === 'string'
    ? `'${value.replaceAll(/[\\']/g, String.raw`\$&`)}'`
    : JSON.stringify(value);
}

const settingsOf = (origin: string, folder: string) => ({
  baseurlpath: `${origin}/`,
  certdir: `${folder}/cert/`,
  loggingdir: `${folder}/log/`,
  datadir: `${folder}/data/`,
  tempdir: `${folder}/temp`,
  metadatadir: `${folder}/metadata/`,
  secretsalt: 'salt of the long run',
  'auth.adminpassword': 'unused',
  'enable.saml20-idp': true,
  'module.enable': { exampleauth: true, core: true, saml: true },
  'session.cookie.secure': false,
  'session.phpsession.savepath': `${folder}/sessions`,
  'store.type': 'phpsession',
  'logging.handler': 'file',
  'trusted.url.domains': [],
  'metadata.sources': [{ type: 'flatfile' }],
});

const hosted = {
  host: '__DEFAULT__',
  auth: 'people',
  'validate.authnrequest': true,
  'redirect.validate': true,
  'redirect.sign': true,
  authproc: { 3: { class: 'saml:AttributeNameID', attribute: 'uid', Format: persistent } },
};

const people = {
  admin: ['core:AdminPassword'],
  people: {
    0: 'exampleauth:UserPass',
    'lia:a password': {
      uid: ['lia-1'],
      mail: [`lia@${domain}`],
      givenName: ['Lia'],
      sn: ['Prado'],
    },
  },
};

/** Starts SimpleSAMLphp on PHP's own server. */
export const startSimpleSaml: StartProvider = async (stack, service, first) => {
  const folder = temporaryFolder(stack, 'simplesaml');
  const origin = `http://127.0.0.1:${await freePort()}`;
  const write = (file: string, name: string, value: unknown) =>
    writeFileSync(join(folder, file), `<?php\n$${name} = ${php(value)};\n`);
  for (const name of ['cert', 'log', 'data', 'temp', 'sessions', 'metadata'])
    mkdirSync(join(folder, name));
  write('config.php', 'config', settingsOf(origin, folder));
  write('authsources.php', 'config', people);
  writeFileSync(join(folder, 'metadata/service.xml'), service.metadata);
  const change = async ({ key, next, encrypts }: ProviderSettings) => {
    const save = (name: string, pair: typeof key) => {
      writeFileSync(join(folder, `cert/${name}.pem`), pair.privateKey);
      writeFileSync(join(folder, `cert/${name}.crt`), `${pair.certificate}\n`);
    };
    save('now', key);
    if (next) save('next', next);
    write('metadata/saml20-idp-hosted.php', "metadata['__DYNAMIC:1__']", {
      privatekey: 'now.pem',
      certificate: 'now.crt',
      ...(next && { new_privatekey: 'next.pem', new_certificate: 'next.crt' }),
      ...hosted,
    });
    writeFileSync(
      join(folder, 'metadata/saml20-sp-remote.php'),
      String.raw`<?php
foreach (\SimpleSAML\Metadata\SAMLParser::parseDescriptorsFile(__DIR__ . '/service.xml') as $id => $found)
  $metadata[$id] = ['assertion.encryption' => ${encrypts}] + $found->getMetadata20SP();
`,
    );
  };
  const server = `php -d opcache.enable=0 -S ${new URL(origin).host} -t ${simpleSamlFolder}/www`;
  const env = { SIMPLESAMLPHP_CONFIG_DIR: folder };
  await change(first);
  await startProgram(stack, server.split(' '), { env, ready: /started/ });
  return {
    domain,
    connection: { protocol: 'saml' },
    metadata: `${origin}/saml2/idp/metadata.php`,
    credentials: { username: 'lia', password: 'a password' },
    portal: `${origin}/saml2/idp/SSOService.php?spentityid=${encodeURIComponent(service.addresses.samlEntity)}`,
    signOut: `${origin}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(origin)}`,
    announcesKeys: true,
    change,
  };
};
