import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';
import { vi } from 'vitest';
import { root } from '#tools/files.ts';

/** Loads a module of the browser; not by a static import, because its sources have other types. */
export const loadWeb = async <T>(file: string) =>
  (await import(/* @vite-ignore */ join(root, 'src/web', file))) as T;

/** Simulates what pages use of a browser until they are shown. */
export const simulateBrowser = async (origin: string) => {
  const { createFakeStorage } = await loadWeb<{ createFakeStorage: () => unknown }>(
    'api/test/fake-storage.ts',
  );
  vi.stubGlobal('localStorage', createFakeStorage());
  vi.stubGlobal('sessionStorage', createFakeStorage());
  vi.stubGlobal('window', { location: new URL(origin) });
  const ignore = () => undefined;
  vi.stubGlobal('document', {
    cookie: '',
    querySelector: () => null,
    documentElement: { dataset: {}, style: { setProperty: ignore }, setAttribute: ignore },
  });
};

/** Renders a tree to HTML once its lazy parts have loaded; empty if it fails. */
export const renderHtml = (tree: ReactNode, onError: (error: unknown) => void) =>
  new Promise<string>((resolve) => {
    const chunks: string[] = [];
    const sink = new Writable({
      write: (chunk, _encoding, done) => done(void chunks.push(String(chunk))),
      final: (done) => done(void resolve(chunks.join(''))),
    });
    const stream = renderToPipeableStream(tree, {
      onAllReady: () => void stream.pipe(sink),
      onShellError: () => resolve(''),
      onError,
    });
  });
