import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldLabel, FieldNotes, type FieldProps } from '#web/ui/field.tsx';
import { availableProducts } from './available-products.ts';
import { useTierNames } from './use-tier-names.ts';

interface Props<Value> extends FieldProps {
  value: readonly Value[];
  onChange: (value: Value[]) => void;
  disabled: boolean;
}
type Options<Value> = { options: readonly { value: Value; label: string }[] };

/** Any of several values: the value is a list of those ticked, in the order of the options. */
export function ManyField<Value extends string | number>(props: Props<Value> & Options<Value>) {
  const { label, error, optional, options, value, onChange, disabled } = props;
  const id = useId();
  const toggle = (option: Value, ticked: boolean) =>
    onChange(
      options
        .map(({ value }) => value)
        .filter((each) => (each === option ? ticked : value.includes(each))),
    );
  return (
    <fieldset aria-describedby={error && `${id}-error`} className="flex flex-col gap-2.5">
      <legend className="mb-2.5 flex w-full items-baseline justify-between gap-2 text-sm">
        <FieldLabel label={label} optional={optional} />
      </legend>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          label={option.label}
          disabled={disabled}
          checked={value.includes(option.value)}
          onChange={({ target }) => toggle(option.value, target.checked)}
        />
      ))}
      <FieldNotes id={id} error={error} />
    </fieldset>
  );
}

/** Any of the products on offer, by their tiers; a tier that is no longer on offer can be taken out. */
export function ProductsField(props: Props<number>) {
  const nameOf = useTierNames();
  const { data = [] } = useQuery(availableProducts);
  const tiers = [...new Set([...data.map(({ tier }) => tier), ...props.value])];
  return <ManyField {...props} options={tiers.map((value) => ({ value, label: nameOf(value) }))} />;
}
