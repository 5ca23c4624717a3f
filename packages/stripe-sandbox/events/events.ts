import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import { arrayParam, stringParam } from '#sandbox/stripe/api/params.ts';

const url = '/v1/events';

export const eventEndpoints = [
  defineEndpoint('GET', url, {
    params: { ...paginationParams, type: stringParam, types: arrayParam(stringParam) },
    run({ objects, params: { type, types, ...page } }) {
      const values = type ? [type] : types;
      const filter = { anyOf: values && { field: 'type', values } };
      return listPage(objects, { kind: 'event', url, filter }, page);
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('event', id),
  }),
];
