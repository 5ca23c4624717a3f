import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  emptyable,
  booleanParam,
  arrayParam,
  mergeMetadata,
  metadata,
  required,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { DeletedProduct, Product } from '#sandbox/stripe/store/types.ts';

const url = '/v1/products';

const details = {
  active: booleanParam,
  description: emptyable(stringParam),
  images: emptyable(arrayParam(stringParam)),
  metadata,
  unit_label: emptyable(stringParam),
  url: emptyable(stringParam),
};

export const productEndpoints = [
  defineEndpoint('POST', url, {
    params: { ...details, id: stringParam, name: required(stringParam) },
    async run({ objects, params }) {
      const product: Product = {
        id: params.id ?? newId('prod'),
        object: 'product',
        active: params.active ?? true,
        created: objects.now,
        default_price: null,
        description: params.description ?? null,
        images: params.images ?? [],
        livemode: false,
        marketing_features: [],
        metadata: mergeMetadata({}, params.metadata),
        name: params.name,
        package_dimensions: null,
        shippable: null,
        statement_descriptor: null,
        tax_code: null,
        tax_details: null,
        type: 'service',
        unit_label: params.unit_label ?? null,
        updated: objects.now,
        url: params.url ?? null,
      };
      if (await objects.find('product', product.id)) throw alreadyThere(product.id);
      await objects.create('product.created', product);
      return product;
    },
  }),

  defineEndpoint('GET', url, {
    params: { ...paginationParams, active: booleanParam, ids: arrayParam(stringParam) },
    run: ({ objects, params: { active, ids, ...page } }) =>
      listPage(objects, { kind: 'product', url, filter: { ids, contains: { active } } }, page),
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('product', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: { ...details, name: stringParam },
    async run({ objects, params, id }) {
      const previous = await objects.get('product', id);
      const updated: Product = {
        ...previous,
        active: params.active ?? previous.active,
        description: params.description === undefined ? previous.description : params.description,
        images: params.images === undefined ? previous.images : (params.images ?? []),
        metadata: mergeMetadata(previous.metadata, params.metadata),
        name: params.name ?? previous.name,
        unit_label: params.unit_label === undefined ? previous.unit_label : params.unit_label,
        updated: objects.now,
        url: params.url === undefined ? previous.url : params.url,
      };
      await objects.update('product.updated', previous, updated);
      return updated;
    },
  }),

  defineEndpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ objects, id }) {
      const product = await objects.get('product', id);
      const [price] = await objects.list('price', { parent: id }, { limit: 1 });
      if (price) throw invalidRequest(undeletable);
      await objects.remove('product.deleted', product);
      return { id, object: 'product', deleted: true } satisfies DeletedProduct;
    },
  }),
];

const undeletable =
  'This product cannot be deleted because it has one or more user-created prices.';

const alreadyThere = (id: string) =>
  invalidRequest(`Product already exists: ${id}`, 'id', 'resource_already_exists');
