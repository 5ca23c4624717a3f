import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { FormFields } from './form.ts';
import {
  arrayParam,
  type InferParams,
  parseParams,
  type ParamsSchema,
  stringParam,
} from './params.ts';

/** Request that is being answered. */
type EndpointCall<P> = {
  objects: ObjectRepository;
  params: P;
  /** Id in the path; empty where it has none. */
  id: string;
};

type HttpMethod = 'GET' | 'POST' | 'DELETE';

type PreparedCall = {
  /** Dotted paths that the caller wants as objects instead of ids. */
  expand: string[];
  run: (objects: ObjectRepository, id: string) => Promise<object>;
};

export type ApiEndpoint = {
  method: HttpMethod;
  /** Path: `/v1/products/:id`, `/v1/invoices/:id/pay`. */
  path: string;
  /** Parses the parameters, and refuses invalid ones before anything changes. */
  prepare: (fields: FormFields) => PreparedCall;
};

const expandParams = { expand: arrayParam(stringParam) };

/** Defines an endpoint as data: method, path, parameters and handler. */
export function defineEndpoint<S extends ParamsSchema>(
  method: HttpMethod,
  path: string,
  {
    params: spec,
    run,
  }: { params: S; run: (call: EndpointCall<InferParams<S>>) => Promise<object> },
): ApiEndpoint {
  return {
    method,
    path,
    prepare(fields) {
      const fieldsOfEndpoint = new Map(fields);
      fieldsOfEndpoint.delete('expand');
      const expandFields = new Map([...fields].filter(([name]) => name === 'expand'));
      const params = parseParams(spec, fieldsOfEndpoint);
      return {
        expand: parseParams(expandParams, expandFields).expand ?? [],
        run: (objects, id) => run({ objects, params, id }),
      };
    },
  };
}
