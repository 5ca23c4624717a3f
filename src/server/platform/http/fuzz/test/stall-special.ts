import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { maxImportBytes } from '#contract/imports/limits.ts';
import { plainMapping } from '#server/product/imports/test/csv-files.ts';
import type { FuzzJson } from './arbitraries.ts';
import { trapFiles, trapXml } from './stall-texts.ts';

type Bodies = Record<string, Record<string, FuzzJson>>;

/** Bytes of a document that the product downloads, and of one that is pasted. */
const [downloaded, pasted] = [511 * 1024, 49_000];

/** Returns bodies of calls whose texts are documents with a syntax of their own, by the name of the call. */
export const openSpecialBodies = async () => {
  const documents = Object.entries(trapXml(downloaded));
  const metadata = (content: string) =>
    `<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="a">${content}</md:EntityDescriptor>`;
  const server = createServer((request, response) => {
    const [, content = ''] = documents[Number(request.url?.slice(1))] ?? [];
    response.end(metadata(content));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const files = Object.entries(trapFiles(maxImportBytes - 100));
  const fileBodies = (rest: Record<string, FuzzJson>): Bodies =>
    Object.fromEntries(files.map(([name, content]) => [name, { ...rest, content }]));
  const bodies: Record<string, Bodies> = {
    'imports.preview': { ...fileBodies({}), ...withMapping(fileBodies(plainMapping)) },
    'imports.create': fileBodies({ ...plainMapping, fileName: 'a.csv', skipWrong: true }),
    'sso.readMetadata': Object.fromEntries([
      ...documents.map(([name], n) => [
        `download, ${name}`,
        { metadata: `http://127.0.0.1:${port}/${n}` },
      ]),
      ...Object.entries(trapXml(pasted)).flatMap(([name, text]) => [
        [`pasted, ${name}`, { metadata: metadata(text).slice(0, 50_000) }],
        [`pasted alone, ${name}`, { metadata: text.slice(0, 50_000) }],
      ]),
    ]),
  };
  const close = () => new Promise<void>((closed) => void server.close(() => closed()));
  return { bodies, close };
};

const withMapping = (bodies: Bodies): Bodies =>
  Object.fromEntries(Object.entries(bodies).map(([name, body]) => [`${name}, with columns`, body]));
