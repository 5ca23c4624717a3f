import { useState } from 'react';
import { Accordion } from '#web/ui/accordion.tsx';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Prose } from '#web/ui/prose.tsx';
import { LinkTabs, Tabs } from '#web/ui/tabs.tsx';
import { GallerySection } from './section.tsx';

const paragraph =
  'O robô executa ordens com os limites de risco que você definiu. Resultados passados não garantem ganhos.';
const tabs = ['Overview', 'Prices', 'Features'].map((label) => ({
  value: label,
  label,
  content: <p className="text-sm text-muted">{`${label}: ${paragraph}`}</p>,
}));
const questions = [
  'Preciso deixar o computador ligado?',
  'Posso cancelar quando quiser?',
  'Quanto posso perder?',
].map((title) => ({ key: title, title, content: paragraph }));

export function Navigation() {
  const [tab, setTab] = useState('Overview');
  return (
    <GallerySection id="navigation" title="Navigation">
      <PageHeader
        above={
          <Breadcrumbs label="Breadcrumb">
            <a href="#navigation">Products and pricing</a>
            <a href="#navigation">Pro</a>
            <span aria-current="page">Prices</span>
          </Breadcrumbs>
        }
        title="Page header"
        description={paragraph}
      />
      <LinkTabs label="Settings">
        <a href="#navigation" aria-current="page">
          Profile
        </a>
        <a href="#navigation">Organization</a>
        <a href="#navigation">Members</a>
      </LinkTabs>
      <Tabs label="Product" tabs={tabs} value={tab} onChange={setTab} />
      <Accordion level={2} items={questions} />
      <Prose>
        <h2>Running text</h2>
        <p>
          {paragraph} <a href="#navigation">Leia mais</a>, <code>stop = 2 %</code>.
        </p>
        <ul>
          <li>Perda máxima por dia</li>
          <li>Horário de operação</li>
        </ul>
        <blockquote>{paragraph}</blockquote>
      </Prose>
    </GallerySection>
  );
}
