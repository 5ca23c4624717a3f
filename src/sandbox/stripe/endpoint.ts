import type { FormFields } from './form.ts';
import type { Ledger } from './ledger.ts';
import { listOf, type ParamsOf, readParams, type Spec, text } from './params.ts';

/** Request that is being answered. */
interface Call<P> {
  ledger: Ledger;
  params: P;
  /** Id in the path; empty where it has none. */
  id: string;
}

type Method = 'GET' | 'POST' | 'DELETE';

interface Prepared {
  /** Dotted paths that the caller wants as objects instead of ids. */
  expand: string[];
  run: (ledger: Ledger, id: string) => Promise<object>;
}

export interface Endpoint {
  method: Method;
  /** Path: `/v1/products/:id`, `/v1/invoices/:id/pay`. */
  path: string;
  /** Parses the parameters, and refuses invalid ones before anything changes. */
  prepare: (fields: FormFields) => Prepared;
}

const expand = { expand: listOf(text) };

/** Defines an endpoint as data: method, path, parameters and handler. */
export function endpoint<S extends Spec>(
  method: Method,
  path: string,
  { params: spec, run }: { params: S; run: (call: Call<ParamsOf<S>>) => Promise<object> },
): Endpoint {
  return {
    method,
    path,
    prepare(fields) {
      const own = new Map(fields);
      own.delete('expand');
      const wanted = new Map([...fields].filter(([name]) => name === 'expand'));
      const params = readParams(spec, own);
      return {
        expand: readParams(expand, wanted).expand ?? [],
        run: (ledger, id) => run({ ledger, params, id }),
      };
    },
  };
}
