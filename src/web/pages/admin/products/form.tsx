import { Pencil, Plus } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { FormProvider, useForm, useFormContext, useWatch } from 'react-hook-form';
import { Link, useNavigate } from 'react-router';
import type { FeatureInput, PriceInput, ProductInput } from '#contract/catalogue.ts';
import type { FieldDefinitions } from '#contract/entities/fields.ts';
import { withComputedValue } from '#contract/pricing/computed-features.ts';
import { api } from '#web/api/api.ts';
import { randomUuid } from '#web/api/random-uuid.ts';
import { useFormDraft } from '#web/components/drafts/use-form-draft.ts';
import { EntityFormBody } from '#web/components/entity/form-body.tsx';
import { emptyValues, entityResolver, type FormValues } from '#web/components/entity/input.ts';
import { EntityPanel, type EntityFormConfig } from '#web/components/entity/panel.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { toast } from '#web/ui/toaster.tsx';
import { productForm, refreshProducts, newFeatureValues } from './catalogue.ts';
import { FeatureTable } from './feature-table.tsx';
import { PriceTable } from './price-table.tsx';
import { ProductFields } from './product-fields.tsx';
import { useCatalogueForms } from './use-catalogue-forms.ts';
import { useOwnTexts } from './use-own-texts.ts';

export const handle: RouteHandle = { title: 'catalogue.new' };

/** Creates a product with its prices and features, here and at the provider (R-PRD-03). */
export default function NewProduct() {
  const { t } = useTranslation();
  const formId = useId();
  const { form, draft, save } = useNewProduct();
  const { isSubmitting, isSubmitted, errors } = form.formState;
  return (
    <FormProvider {...form}>
      <PageTitle>{t('catalogue.new')}</PageTitle>
      <PageHeader title={t('catalogue.new')} description={t('catalogue.newText')} />
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <Card title={t('catalogue.product')}>
          <EntityFormBody id={formId} editing={false} loading={false} onSave={save}>
            {draft.notice}
            <ProductFields />
          </EntityFormBody>
        </Card>
        <div className="grid min-w-0 gap-6">
          <DraftPrices />
          <DraftFeatures />
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p role="alert" className="mr-auto text-sm text-danger-ink empty:hidden">
          {isSubmitted && Object.keys(errors).length > 0 && t('common.form.invalid')}
        </p>
        <Button variant="white" render={<Link to="/admin/products" />}>
          {t('common.action.cancel')}
        </Button>
        <Button type="submit" form={formId} loading={isSubmitting}>
          {t('catalogue.create')}
        </Button>
      </div>
    </FormProvider>
  );
}

/** Returns the form of a new product, its draft, and the function that creates it and opens its page. */
function useNewProduct() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useForm<FormValues, unknown, ProductInput>({
    mode: 'onChange',
    defaultValues: { ...emptyValues(productForm.fields), active: true, prices: [], features: [] },
    resolver: entityResolver(productForm.fields, productForm.schema),
  });
  const draft = useFormDraft(form, 'products/new');
  const save = async (product: ProductInput) => {
    const parts = {
      prices: draftsOf<PriceInput>(form.getValues('prices')),
      features: draftsOf<FeatureInput>(form.getValues('features')),
    };
    const { id } = await api.products.create({ body: { ...product, ...parts } });
    await draft.remove();
    await refreshProducts();
    await navigate(`/admin/products/${id}`);
    void toast({ tone: 'success', title: t('catalogue.created') });
  };
  return { form, draft, save };
}

/** Price or feature of a product that is not saved yet; its id is local to this page. */
type Draft<Input> = Input & { id: string };

type DraftList<Input> = {
  drafts: Draft<Input>[];
  onChange: (drafts: Draft<Input>[]) => void;
};

/** Types a list of the form, which {@link useDraftList} alone writes. */
const draftsOf = <Input,>(value: unknown) => value as Draft<Input>[];

/** Returns the prices or features of the form, which keeps them with its other input (R-DRF-01). */
function useDraftList<Input>(name: 'prices' | 'features'): DraftList<Input> {
  const { setValue } = useFormContext<FormValues>();
  return {
    drafts: draftsOf<Input>(useWatch<FormValues>({ name })),
    onChange: (changed) => setValue(name, changed, { shouldDirty: true }),
  };
}

type Props<F extends FieldDefinitions, Input> = DraftList<Input> & {
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
    const draft = { ...input, id: id ?? randomUuid() };
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
function DraftPrices() {
  const { t } = useTranslation();
  const parts = useDraftList<PriceInput>('prices');
  const { texts, ...price } = useCatalogueForms().price;
  const { removeHint: _, ...said } = texts;
  return (
    <Drafts {...parts} title={t('catalogue.tab.prices')} form={{ ...price, texts: said }}>
      {(buttons) => <PriceTable prices={parts.drafts} {...buttons} />}
    </Drafts>
  );
}

/** Renders the draft features of a new product. */
function DraftFeatures() {
  const { t } = useTranslation();
  const parts = useDraftList<FeatureInput>('features');
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
