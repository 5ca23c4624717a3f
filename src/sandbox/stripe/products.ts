import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import { listPage, paging } from './lists.ts';
import { emptyable, flag, listOf, mergeMetadata, metadata, required, text } from './params.ts';
import type { DeletedProduct, Product } from './wire.ts';

const url = '/v1/products';

const details = {
  active: flag,
  description: emptyable(text),
  images: emptyable(listOf(text)),
  metadata,
  unit_label: emptyable(text),
  url: emptyable(text),
};

export const products = [
  endpoint('POST', url, {
    params: { ...details, id: text, name: required(text) },
    async run({ ledger, params }) {
      const product: Product = {
        id: params.id ?? newId('prod'),
        object: 'product',
        active: params.active ?? true,
        created: ledger.now,
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
        updated: ledger.now,
        url: params.url ?? null,
      };
      if (await ledger.find('product', product.id)) throw alreadyThere(product.id);
      await ledger.create('product.created', product);
      return product;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, active: flag, ids: listOf(text) },
    run: ({ ledger, params: { active, ids, ...page } }) =>
      listPage(ledger, { kind: 'product', url, filter: { ids, contains: { active } } }, page),
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('product', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: { ...details, name: text },
    async run({ ledger, params, id }) {
      const was = await ledger.get('product', id);
      const is: Product = {
        ...was,
        active: params.active ?? was.active,
        description: params.description === undefined ? was.description : params.description,
        images: params.images === undefined ? was.images : (params.images ?? []),
        metadata: mergeMetadata(was.metadata, params.metadata),
        name: params.name ?? was.name,
        unit_label: params.unit_label === undefined ? was.unit_label : params.unit_label,
        updated: ledger.now,
        url: params.url === undefined ? was.url : params.url,
      };
      await ledger.update('product.updated', was, is);
      return is;
    },
  }),

  endpoint('DELETE', `${url}/:id`, {
    params: {},
    async run({ ledger, id }) {
      const product = await ledger.get('product', id);
      const [price] = await ledger.list('price', { parent: id }, { limit: 1 });
      if (price) throw invalidRequest(undeletable);
      await ledger.remove('product.deleted', product);
      return { id, object: 'product', deleted: true } satisfies DeletedProduct;
    },
  }),
];

const undeletable =
  'This product cannot be deleted because it has one or more user-created prices.';

const alreadyThere = (id: string) =>
  invalidRequest(`Product already exists: ${id}`, 'id', 'resource_already_exists');
