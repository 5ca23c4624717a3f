import { endpoint } from './endpoint.ts';
import { listPage, paging } from './lists.ts';
import { listOf, text } from './params.ts';

const url = '/v1/events';

export const events = [
  endpoint('GET', url, {
    params: { ...paging, type: text, types: listOf(text) },
    run({ ledger, params: { type, types, ...page } }) {
      const values = type ? [type] : types;
      const filter = { anyOf: values && { field: 'type', values } };
      return listPage(ledger, { kind: 'event', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('event', id),
  }),
];
