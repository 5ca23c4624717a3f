import { useTranslation } from 'react-i18next';
import { SearchField } from '#web/components/forms/search-field.tsx';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import { Select } from '#web/ui/select.tsx';

type SortKey = 'nameDown' | 'nameUp' | 'emailUp' | 'newest' | 'oldest';

/** Renders the search field of an operator's list and, where supported, its sort order. */
export function ListBar({ sorts = [] }: { sorts?: readonly SortKey[] }) {
  const { t } = useTranslation();
  const { search, sort, setParams } = useListQuery();
  return (
    <div role="search" className="flex flex-wrap gap-4">
      <SearchField
        label={t('admin.list.search')}
        value={search}
        onSearch={(search) => setParams({ search })}
        className="min-w-0 flex-1 basis-64"
      />
      {sorts.length > 0 && (
        <Select
          label={t('admin.list.sort')}
          value={sort || sorts[0]}
          onChange={({ target }) => setParams({ sort: target.value })}
          options={sorts.map((value) => ({ value, label: t(`admin.list.${value}`) }))}
          className="w-full sm:w-56"
        />
      )}
    </div>
  );
}
