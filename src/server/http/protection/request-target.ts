import type { IncomingMessage } from 'node:http';

const absoluteForm = /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)(.*)$/i;

/** Returns path and query of a request; an absolute-form target sets `Host` (RFC 9112 §3.2.2). */
export const originForm = (request: Pick<IncomingMessage, 'url' | 'headers'>): string => {
  const { url = '/' } = request;
  const [, host, target = ''] = absoluteForm.exec(url) ?? [];
  if (host === undefined) return url;
  request.headers.host = host;
  return target.startsWith('/') ? target : `/${target}`;
};
