import type { Upload } from '#contract/endpoint.ts';

/**
 * Uploads a file as a form does and reports progress, which `fetch` can't. Resolves and rejects
 * like `fetch`.
 */
export const sendUpload = (
  url: string,
  headers: Record<string, string>,
  { content, name = 'file', onProgress }: Upload,
) =>
  new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url);
    request.responseType = 'blob';
    for (const [header, value] of Object.entries(headers)) request.setRequestHeader(header, value);
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      onProgress?.(total > 0 ? loaded / total : 0);
    });
    request.addEventListener('load', () => {
      const type = request.getResponseHeader('content-type') ?? '';
      const isEmpty = request.status === 204;
      resolve(
        new Response(isEmpty ? null : (request.response as Blob), {
          status: request.status,
          headers: { 'content-type': type },
        }),
      );
    });
    request.addEventListener('error', () => reject(new TypeError('Upload failed')));
    const form = new FormData();
    form.set('file', content, name);
    request.send(form);
  });
