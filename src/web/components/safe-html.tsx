import { Prose } from '#web/ui/prose.tsx';
import { trust } from './trusted.ts';

interface Props {
  /** From a call whose contract says that it is sanitised. */
  html: string;
  lang?: string;
}

/** An article that comes as HTML: the one place where HTML becomes elements. */
export function SafeHtml({ html, lang }: Props) {
  // oxlint-disable-next-line react/no-danger -- the server has sanitised it
  return <Prose lang={lang} dangerouslySetInnerHTML={{ __html: trust(html) }} />;
}
