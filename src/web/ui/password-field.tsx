import { clsx } from 'clsx';
import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import { Field, controlClass } from './field.tsx';
import { IconButton } from './icon-button.tsx';
import { useKitTexts } from './kit-texts.tsx';
import type { TextFieldProps } from './text-field.tsx';

/**
 * Renders a password input with a button that reveals it; an error takes the place of the hint, which says the same. Set
 * `autoComplete` for password managers.
 */
export function PasswordField(props: TextFieldProps) {
  const { label, hint, error, optional, className, id, ...input } = props;
  const texts = useKitTexts();
  const [shown, setShown] = useState(false);
  return (
    <Field {...{ label, error, optional, className, id }} hint={error ? undefined : hint}>
      {(control) => (
        <div className="relative">
          <input
            {...input}
            type={shown ? 'text' : 'password'}
            {...control}
            className={clsx(controlClass, 'pr-11')}
            spellCheck={false}
            autoCapitalize="none"
          />
          <IconButton
            label={shown ? texts.hidePassword : texts.showPassword}
            aria-controls={control.id}
            className="absolute inset-y-0.5 right-0.5"
            disabled={input.disabled}
            onClick={() => setShown(!shown)}
          >
            {shown ? <EyeOff /> : <Eye />}
          </IconButton>
        </div>
      )}
    </Field>
  );
}
