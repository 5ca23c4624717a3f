import { personName, initialsOf } from '#web/components/initials.ts';
import { Avatar } from '#web/ui/avatar.tsx';

type Props = {
  person: { firstName: string; lastName: string; email: string };
  avatar: string;
  /** Word for the signed-in person, behind their name. */
  note?: string | undefined;
};

/** Renders avatar, name and email of a person in a list. */
export function PersonCell({ person, avatar, note }: Props) {
  const name = personName(person);
  return (
    <span className="flex min-w-0 sm:min-w-52 items-center gap-3">
      <Avatar initials={initialsOf(person)} src={avatar} />
      <span className="min-w-0">
        <span className="block wrap-anywhere">
          {name}
          {note && <span className="font-normal text-muted"> ({note})</span>}
        </span>
        {name !== person.email && (
          <span className="block text-sm font-normal wrap-anywhere text-muted">{person.email}</span>
        )}
      </span>
    </span>
  );
}
