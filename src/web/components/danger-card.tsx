import { Trash2 } from 'lucide-react';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';

type Props = {
  hint: string;
  /** Label of the button. */
  label: string;
  loading?: boolean;
  onPress: () => void;
};

/** Renders a card with a destructive action, its side effects and its button. */
export function DangerCard({ hint, label, loading = false, onPress }: Props) {
  return (
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <p className="min-w-0 flex-1 basis-60 text-sm text-pretty text-muted">{hint}</p>
        <Button variant="danger" loading={loading} onClick={onPress}>
          <Trash2 aria-hidden className="size-4" />
          {label}
        </Button>
      </div>
    </Card>
  );
}
