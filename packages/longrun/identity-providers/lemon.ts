import { createPublicKey, X509Certificate } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SsoSettings } from '#contract/sso/connection.ts';
import { stop } from '#tools/kit/processes.ts';
import { freePort, temporaryFolder } from '#tools/kit/servers.ts';
import { startProgram, type ProviderSettings, type StartProvider } from './provider.ts';

/** File that Debian installs with its portal. */
export const lemonFile = '/usr/share/perl5/Lemonldap/NG/Portal.pm';

type Addresses = SsoSettings['addresses'];

const domains = { saml: 'lemon-saml.example.com', oidc: 'lemon-oidc.example.com' };
const [clientId, clientSecret] = ['pregao', 'secret-of.the_long~run'];
const names = { givenName: '"Lia"', sn: '"Prado"' };

/** Settings of the portal as a provider of SAML. */
const toSaml = (xml: string, { key, encrypts }: ProviderSettings) => ({
  issuerDBSAMLActivation: 1,
  samlServicePrivateKeySig: key.privateKey,
  samlServicePublicKeySig: key.certificate,
  samlServiceUseCertificateInResponse: 0,
  samlServiceSignatureMethod: 'RSA_SHA256',
  samlSPMetaDataXML: { pregao: { samlSPMetaDataXML: xml } },
  samlSPMetaDataOptions: {
    pregao: {
      samlSPMetaDataOptionsEncryptionMode: encrypts ? 'assertion' : 'none',
      samlSPMetaDataOptionsNameIDFormat: 'persistent',
      samlSPMetaDataOptionsSignSSOMessage: 1,
      samlSPMetaDataOptionsSignSLOMessage: 1,
      samlSPMetaDataOptionsCheckSSOMessageSignature: 1,
      samlSPMetaDataOptionsCheckSLOMessageSignature: 1,
      samlSPMetaDataOptionsEnableIDPInitiatedURL: 1,
    },
  },
  samlSPMetaDataExportedAttributes: {
    pregao: { email: '1;email', givenName: '1;firstName', sn: '1;lastName' },
  },
});

/** Settings of the portal as a provider of OpenID Connect. Its ID tokens hold no more than they must: the rest is userinfo. */
const toOidc = ({ callback, signedOut }: Addresses, { key }: ProviderSettings) => ({
  issuerDBOpenIDConnectActivation: 1,
  oidcServicePrivateKeySig: key.privateKey,
  oidcServicePublicKeySig: createPublicKey(key.privateKey).export({ type: 'spki', format: 'pem' }),
  oidcServiceKeyIdSig: new X509Certificate(key.certificate).serialNumber,
  oidcRPMetaDataOptions: {
    pregao: {
      oidcRPMetaDataOptionsClientID: clientId,
      oidcRPMetaDataOptionsClientSecret: clientSecret,
      oidcRPMetaDataOptionsRedirectUris: callback,
      oidcRPMetaDataOptionsPostLogoutRedirectUris: signedOut,
      oidcRPMetaDataOptionsIDTokenSignAlg: 'RS256',
      oidcRPMetaDataOptionsBypassConsent: 1,
      oidcRPMetaDataOptionsLogoutBypassConfirm: 1,
    },
  },
  oidcRPMetaDataExportedVars: {
    pregao: { email: 'email', given_name: 'givenName', family_name: 'sn' },
  },
});

/** Returns the settings of a portal with its example people. */
function settingsOf(folder: string, portal: string, domain: string) {
  const store = {
    Directory: `${folder}/sessions`,
    LockDirectory: `${folder}/locks`,
    generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
  };
  return {
    cfgVersion: '2.16.1',
    cfgAuthor: 'longrun',
    cfgDate: Math.floor(Date.now() / 1_000),
    key: 'a key of the long run',
    portal,
    domain: '127.0.0.1',
    securedCookie: 0,
    authentication: 'Demo',
    userDB: 'Same',
    passwordDB: 'Demo',
    whatToTrace: 'uid',
    // Always loaded; its own module needs ImageMagick.
    captcha: '::Plugins::History',
    locationRules: { '127.0.0.1': { default: 'accept' } },
    demoExportedVars: { uid: 'uid', mail: 'mail' },
    macros: { email: `$uid.'@${domain}'`, ...names },
    globalStorage: 'Apache::Session::File',
    globalStorageOptions: store,
    persistentStorage: 'Apache::Session::File',
    persistentStorageOptions: store,
    localSessionStorage: 'Cache::FileCache',
    localSessionStorageOptions: { namespace: 'sessions', cache_root: `${folder}/cache` },
  };
}

/** Returns the function that starts the portal of LemonLDAP::NG as a provider of a protocol; each change restarts it. */
export const startLemon =
  (protocol: 'saml' | 'oidc'): StartProvider =>
  async (stack, { addresses, metadata: xml }, first) => {
    const folder = temporaryFolder(stack, 'lemon');
    const port = await freePort();
    const portal = `http://127.0.0.1:${port}/`;
    for (const name of ['conf', 'sessions', 'locks', 'cache']) mkdirSync(join(folder, name));
    writeFileSync(
      join(folder, 'lemon.ini'),
      `[all]\nlogLevel = notice\nlogger = Lemonldap::NG::Common::Logger::Std\n` +
        `[configuration]\ntype = File\ndirName = ${folder}/conf\n` +
        `[portal]\ntemplateDir = /usr/share/lemonldap-ng/portal/templates\nstaticPrefix = /static\n`,
    );
    writeFileSync(
      join(folder, 'portal.psgi'),
      'require Lemonldap::NG::Portal; Lemonldap::NG::Portal->run({});',
    );
    const command = ['plackup', '-s', 'Standalone', '-o', '127.0.0.1', '-p', String(port)];
    const env = { LLNG_DEFAULTCONFFILE: join(folder, 'lemon.ini') };
    let cfgNum = 0;
    let running: Awaited<ReturnType<typeof startProgram>> | null = null;
    const change = async (settings: ProviderSettings) => {
      if (running) await stop(running, 'SIGKILL');
      cfgNum += 1;
      const own = protocol === 'saml' ? toSaml(xml, settings) : toOidc(addresses, settings);
      const all = { cfgNum, ...settingsOf(folder, portal, domains[protocol]), ...own };
      writeFileSync(join(folder, `conf/lmConf-${cfgNum}.json`), JSON.stringify(all));
      running = await startProgram(stack, [...command, join(folder, 'portal.psgi')], {
        env,
        ready: /Accepting/,
      });
    };
    await change(first);
    const isSaml = protocol === 'saml';
    return {
      domain: domains[protocol],
      connection: isSaml
        ? { protocol: 'saml' }
        : { protocol: 'oidc', issuer: portal, clientId, clientSecret },
      metadata: isSaml ? `${portal}saml/metadata` : null,
      credentials: { user: 'dwho', password: 'dwho' },
      portal: isSaml
        ? `${portal}saml/singleSignOn?IDPInitiated=1&sp=${encodeURIComponent(addresses.samlEntity)}`
        : null,
      signOut: isSaml ? `${portal}?logout=1` : null,
      announcesKeys: false,
      change,
    };
  };
