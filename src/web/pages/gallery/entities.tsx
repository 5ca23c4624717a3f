import { QueryClientProvider } from '@tanstack/react-query';
import { FormProvider, useForm } from 'react-hook-form';
import { defineFields, type FieldDefinition, type FieldKind } from '#contract/entities/fields.ts';
import { queryClient } from '#web/api/queries.ts';
import { EntityField } from '#web/components/entity/field.tsx';
import { entityColumns } from '#web/components/entity/table.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Table } from '#web/ui/table.tsx';
import { GallerySection } from './section.tsx';

/** Every kind of field, each under its own name. */
const everyKind = defineFields({
  String: { kind: 'String' },
  Bool: { kind: 'Bool' },
  Money: { kind: 'Money' },
  Number: { kind: 'Number' },
  Count: { kind: 'Count' },
  Date: { kind: 'Date' },
  TextArea: { kind: 'TextArea', optional: true },
  Image: { kind: 'Image', optional: true },
  File: { kind: 'File', optional: true },
  ResourceFileType: { kind: 'ResourceFileType' },
  SubscriptionPriceType: { kind: 'SubscriptionPriceType' },
  SubscriptionBillingPeriod: { kind: 'SubscriptionBillingPeriod' },
  SubscriptionProducts: { kind: 'SubscriptionProducts' },
  TenantUserRoles: { kind: 'TenantUserRoles' },
  UserType: { kind: 'UserType' },
  UserLoginType: { kind: 'UserLoginType', editable: false },
} satisfies Record<FieldKind, FieldDefinition>);
type Kind = keyof typeof everyKind;

const names = Object.fromEntries(Object.keys(everyKind).map((kind) => [kind, kind]));
const sample = {
  id: 'sample',
  String: 'Mini índice',
  Bool: true,
  Money: 1234.5,
  Number: 1500,
  Count: 12,
  Date: '2026-03-01',
  TextArea: 'Two lines of notes:\nthis is the second.',
  Image: '/favicon.svg',
  File: '/favicon.svg',
  ResourceFileType: 0,
  SubscriptionPriceType: 1,
  SubscriptionBillingPeriod: 3,
  SubscriptionProducts: [2, 3],
  TenantUserRoles: [0, 1],
  UserType: 1,
  UserLoginType: 1,
};
const empty: Record<Kind, unknown> & { id: string } = {
  ...sample,
  id: 'empty',
  ...Object.fromEntries(Object.keys(everyKind).map((kind) => [kind, null])),
  String: 'Nothing else',
  Bool: false,
};

/** Renders a declaration of fields as a table and as a form. */
export function Entities() {
  const { textsOf } = useTranslation();
  const form = useForm({ defaultValues: sample });
  const texts = {
    ...textsOf('transactions'),
    history: 'Every kind of column',
    fields: names as Record<Kind, string>,
  };
  return (
    <GallerySection id="entities" title="Declared fields">
      <QueryClientProvider client={queryClient}>
        <Card flush>
          <Table
            caption={texts.history}
            rows={[sample, empty]}
            rowKey={({ id }) => id}
            columns={entityColumns({ fields: everyKind, headers: texts.fields })}
            empty={null}
          />
        </Card>
        <FormProvider {...form}>
          <Card>
            <form className="grid items-start gap-5 sm:grid-cols-2 lg:grid-cols-3">
              {Object.entries(everyKind).map(([name, field]: [string, FieldDefinition]) => (
                <EntityField
                  key={name}
                  name={name}
                  field={field}
                  label={name}
                  disabled={field.editable === false}
                />
              ))}
            </form>
          </Card>
        </FormProvider>
      </QueryClientProvider>
    </GallerySection>
  );
}
