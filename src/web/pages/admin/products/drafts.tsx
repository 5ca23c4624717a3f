import { Pencil, Plus } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { FeatureInput, PriceInput } from '#contract/catalogue.ts';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import { withComputedValue } from '#contract/pricing/computed-features.ts';
import type { FormValues } from '#web/components/entity/input.ts';
import { EntityPanel, type EntityFormConfig } from '#web/components/entity/panel.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { newFeatureValues } from './catalogue.ts';
import { FeatureTable } from './feature-table.tsx';
import { PriceTable } from './price-table.tsx';
import { useCatalogueForms } from './use-catalogue-forms.ts';
import { useOwnTexts } from './use-own-texts.ts';

/** Price or feature of a product that is not saved yet; its id is local to this page. */
export type Draft<Input> = Input & { id: string };

type DraftListProps<Input> = {
  drafts: Draft<Input>[];
  onChange: (drafts: Draft<Input>[]) => void;
};

type Props<F extends FieldDefinitions, Input> = DraftListProps<Input> & {
  title: string;
  form: EntityFormConfig<F, Input>;
  /** Converts a draft to the values of the form. */
  shown?: (draft: Draft<Input>) => object;
  children: (buttons: {
    add: ReactNode;
    renderActions: (draft: Draft<Input>) => ReactNode;
  }) => ReactNode;
};

/**
 * Renders drafts that a panel adds and changes. Fields that are fixed after creation stay editable.
 */
function Drafts<F extends FieldDefinitions, Input extends object>(props: Props<F, Input>) {
  const { title, form, drafts, onChange, shown = (draft) => draft, children } = props;
  const [open, setOpen] = useState<Draft<Input> | 'new'>();
  const close = () => setOpen(undefined);
  const { texts, fields } = form;
  const add = (
    <Button size="sm" variant="white" onClick={() => setOpen('new')}>
      <Plus aria-hidden className="size-4" />
      {texts.new}
    </Button>
  );
  const renderActions = (draft: Draft<Input>) => (
    <IconButton label={texts.edit} onClick={() => setOpen(draft)}>
      <Pencil aria-hidden />
    </IconButton>
  );
  const id = open === 'new' || !open ? undefined : open.id;
  const save = async (input: Input) => {
    const draft = { ...input, id: id ?? crypto.randomUUID() };
    onChange(id ? drafts.map((one) => (one.id === id ? draft : one)) : [...drafts, draft]);
    close();
  };
  const remove = async () => {
    onChange(drafts.filter((one) => one.id !== id));
    close();
  };
  // Drafts are not created yet, so every field can change.
  const free = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, editable: true }]),
  ) as unknown as F;
  return (
    <Card flush {...(drafts.length > 0 && { title, actions: add })}>
      {children({ add, renderActions })}
      {open && (
        <EntityPanel
          form={{ ...form, fields: free }}
          record={open === 'new' ? null : shown(open)}
          onSave={save}
          onRemove={remove}
          onClose={close}
        />
      )}
    </Card>
  );
}

/** Renders the draft prices of a new product. */
export function DraftPrices(parts: DraftListProps<PriceInput>) {
  const { t } = useTranslation();
  const { texts, ...price } = useCatalogueForms().price;
  const { removeHint: _, ...said } = texts;
  return (
    <Drafts {...parts} title={t('catalogue.tab.prices')} form={{ ...price, texts: said }}>
      {(buttons) => <PriceTable prices={parts.drafts} {...buttons} />}
    </Drafts>
  );
}

/** Renders the draft features of a new product. */
export function DraftFeatures(parts: DraftListProps<FeatureInput>) {
  const { t } = useTranslation();
  const { feature } = useCatalogueForms();
  const { shownFeature } = useOwnTexts();
  const form = { ...feature, initial: newFeatureValues(parts.drafts) };
  const [maxUsers, auditDays] = useWatch<FormValues>({ name: ['maxUsers', 'auditDays'] });
  const product = { maxUsers: Number(maxUsers), auditDays: Number(auditDays) };
  const shown = parts.drafts.map((draft) => withComputedValue(draft, product));
  return (
    <Drafts {...parts} title={t('catalogue.tab.features')} form={form} shown={shownFeature}>
      {(buttons) => <FeatureTable features={shown} {...buttons} />}
    </Drafts>
  );
}
