import { Prose } from '#web/ui/prose.tsx';
import { toTrustedHtml } from './trusted-types.ts';

type Props = {
  /** Sanitized by the server, as the contract of the call says. */
  html: string;
  lang?: string;
};

/** Renders an article's HTML. This is the only component that turns HTML into elements. */
export function SafeHtml({ html, lang }: Props) {
  // oxlint-disable-next-line react/no-danger -- the server has sanitized it
  return <Prose lang={lang} dangerouslySetInnerHTML={{ __html: toTrustedHtml(html) }} />;
}
