import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import type { CommentPerson } from '#contract/comments/comments.ts';
import { maxCommentLength } from '#contract/comments/mentions.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useDraft } from '#web/components/drafts/use-draft.tsx';
import { setFormFailure, useFieldError } from '#web/components/forms/form-failures.ts';
import { nameInitials } from '#web/components/initials.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/text-field.tsx';
import { mentionAt, toEdited, toStored, type Chosen } from './mention-text.ts';

type Props = {
  /** Id of what the draft belongs to: a record, or a comment that is changed. */
  about: string;
  label: string;
  action: string;
  /** Text to begin with, as it is stored, and the people that it mentions. */
  text?: string;
  mentions?: Chosen;
  onSend: (text: string) => Promise<unknown>;
  /** Closes the form of a change, which was saved or canceled; that of a new comment stays. */
  onClose?: () => void;
};

type Values = { text: string; chosen: Chosen };

/** Renders the field of a comment with a list of members after an `@`, and its buttons (R-CMT-04). */
export function CommentForm({ about, label, action, onSend, onClose, ...given }: Props) {
  const { t } = useTranslation();
  const { text = '', mentions = [] } = given;
  const form = useForm<Values>({
    defaultValues: { text: toEdited(text, mentions), chosen: mentions },
  });
  const { control, handleSubmit, getValues, reset, setError, setFocus, formState } = form;
  const draft = useDraft(form, { name: `comments/${about}` });
  const isEmpty = useWatch({ control, name: 'text' }).trim() === '';
  const close = async () => {
    await draft.remove();
    onClose?.();
  };
  const send = async (sent: Values) => {
    try {
      await onSend(toStored(sent.text, sent.chosen));
    } catch (error) {
      const fieldOf = (name: string) => (name === 'text' ? name : undefined);
      return setFormFailure<Values>(error, { setError, fieldOf });
    }
    // What was typed meanwhile stays.
    if (getValues('text') !== sent.text) return undefined;
    if (onClose) return close();
    // A form that was reset finds its fields after the next rendering.
    setFocus('text');
    return reset();
  };
  const submit = () => {
    if (!isEmpty && !formState.isSubmitting) void handleSubmit(send)();
  };
  return (
    <form
      className="grid gap-3 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {onClose && draft.notice}
      <MentionField {...{ form, label }} isFocused={onClose !== undefined} onSend={submit} />
      <div className="flex flex-wrap justify-end gap-2">
        {onClose && (
          <Button size="sm" variant="white" onClick={() => void close()}>
            {t('common.action.cancel')}
          </Button>
        )}
        <Button size="sm" type="submit" disabled={isEmpty} loading={formState.isSubmitting}>
          {action}
        </Button>
      </div>
    </form>
  );
}

type FieldProps = {
  form: UseFormReturn<Values>;
  label: string;
  /** Takes the focus when it appears. */
  isFocused: boolean;
  onSend: () => void;
};

/**
 * Renders the text with the list of members below it. The field stays a text box, which several lines need: it names
 * the list and its active option as a combo box does.
 */
function MentionField({ form, label, isFocused, onSend }: FieldProps) {
  const { t } = useTranslation();
  const errorText = useFieldError();
  const { register, getValues, setValue, formState } = form;
  const field = useRef<HTMLTextAreaElement>(null);
  const list = useId();
  const [place, setPlace] = useState<ReturnType<typeof mentionAt>>(null);
  const [active, setActive] = useState(0);
  const people = usePeople(place?.search);
  const isOpen = place !== null && people.length > 0;
  const input = register('text', { onBlur: () => setPlace(null) });
  const follow = ({ value, selectionEnd }: HTMLTextAreaElement) => {
    setPlace(mentionAt(value, selectionEnd));
    setActive(0);
  };
  const choose = (person: CommentPerson | undefined) => {
    if (!place || !person) return;
    const { text, chosen } = getValues();
    const end = place.start + place.search.length + 1;
    const before = `${text.slice(0, place.start)}@${person.name} `;
    const { id, name } = person;
    setValue('chosen', [...chosen, { id, name }]);
    setValue('text', before + text.slice(end).trimStart());
    setPlace(null);
    field.current?.setSelectionRange(before.length, before.length);
  };
  const moveBy = (step: number) => {
    const at = (active + step + people.length) % people.length;
    setActive(at);
    document.getElementById(`${list}-${at}`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, shiftKey, nativeEvent } = event;
    // An input method has the keys until its characters are chosen.
    if (nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (!isOpen) {
      if (key !== 'Enter' || !(ctrlKey || metaKey)) return;
      onSend();
    } else if (step) moveBy(step);
    else if (key === 'Enter' || (key === 'Tab' && !shiftKey)) choose(people[active]);
    else if (key === 'Escape') setPlace(null);
    else {
      // The caret leaves the mention.
      if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key)) setPlace(null);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="relative">
      <TextArea
        {...input}
        ref={(element) => {
          input.ref(element);
          field.current = element;
        }}
        label={label}
        hint={t('comments.hint')}
        error={errorText(formState.errors.text ?? formState.errors.root?.['server'])}
        rows={3}
        className="[&_textarea]:min-h-20"
        maxLength={maxCommentLength}
        // The form opens when its button is pressed.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus={isFocused}
        aria-autocomplete="list"
        aria-controls={isOpen ? list : undefined}
        aria-activedescendant={isOpen ? `${list}-${active}` : undefined}
        onChange={(event) => {
          void input.onChange(event);
          follow(event.currentTarget);
        }}
        onClick={({ currentTarget }) => follow(currentTarget)}
        onKeyDown={press}
      />
      <p role="status" className="sr-only">
        {isOpen && t('comments.found', { count: people.length })}
      </p>
      {isOpen && (
        <div
          id={list}
          ref={scrollToList}
          role="listbox"
          aria-label={t('comments.people')}
          className="absolute inset-x-0 z-10 -mt-5 max-h-64 scroll-mb-3 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-md"
        >
          {people.map((person, at) => (
            // The keys of the field choose an option.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={person.id}
              id={`${list}-${at}`}
              role="option"
              tabIndex={-1}
              aria-selected={at === active}
              className={clsx(
                'flex min-h-10 cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm text-ink',
                at === active && 'bg-accent-soft forced-colors:outline-2',
              )}
              // A press must not take the focus from the field.
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setActive(at)}
              onClick={() => choose(person)}
            >
              <Avatar size="sm" initials={nameInitials(person.name)} src={person.avatar} />
              <span className="min-w-0 wrap-anywhere">
                {person.name}
                {person.email !== person.name && (
                  <span className="block text-xs text-muted">{person.email}</span>
                )}
              </span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}

/** Shows a list that opens below the window. */
const scrollToList = (list: HTMLElement | null) => list?.scrollIntoView({ block: 'nearest' });

const pauseMs = 150;

/** Returns the members whose names match after a pause in typing; none without a search. */
function usePeople(search: string | undefined) {
  const [sent, setSent] = useState(search);
  useEffect(() => {
    const pause = setTimeout(() => setSent(search), search ? pauseMs : 0);
    return () => clearTimeout(pause);
  }, [search]);
  const { data } = useQuery({
    queryKey: tenantQueryKey('members', 'mentioned', sent),
    queryFn: async () => (await api.comments.getPeople({ query: { search: sent ?? '' } })) ?? [],
    enabled: sent !== undefined,
  });
  return search === undefined || search !== sent ? [] : (data ?? []);
}
