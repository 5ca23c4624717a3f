import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '#contract/errors.ts';
import type { ChosenMapping } from '#contract/imports/mapping.ts';
import { failureText } from '#web/components/errors/failure-text.ts';
import { useTranslation } from '#web/session/translation.ts';
import { importPreviewQuery, type ChosenFile } from './queries.ts';

/**
 * Returns the file that was chosen, its check as it is mapped, and the reason why the server refuses its content. What
 * the person has not chosen is suggested.
 */
export function useFileCheck() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ChosenFile>();
  const [mapping, setMapping] = useState<ChosenMapping>({});
  const query = useQuery(importPreviewQuery(chosen, mapping));
  const { error } = query;
  const isRefused = error instanceof Failure && error.status === 400;
  return {
    chosen,
    query,
    refusal: isRefused ? (failureText(t, error) ?? undefined) : undefined,
    /** Checks another file, or none. */
    choose: (file: ChosenFile | undefined) => {
      setMapping({});
      setChosen(file);
    },
    map: (change: ChosenMapping) => setMapping((before) => ({ ...before, ...change })),
  };
}
