import type { FormFields } from './form.ts';
import type { Ledger } from './ledger.ts';
import { listOf, type ParamsOf, readParams, type Spec, text } from './params.ts';

/** One request being answered. */
interface Call<P> {
  ledger: Ledger;
  params: P;
  /** The id in the address; empty where it has none. */
  id: string;
}

type Method = 'GET' | 'POST' | 'DELETE';

interface Prepared {
  /** The dotted paths the caller wants as objects instead of ids. */
  expand: string[];
  run: (ledger: Ledger, id: string) => Promise<object>;
}

export interface Endpoint {
  method: Method;
  /** `/v1/products/:id`, `/v1/invoices/:id/pay` */
  path: string;
  /** Reads the parameters, or refuses them before anything is done. */
  prepare: (fields: FormFields) => Prepared;
}

const expand = { expand: listOf(text) };

/** An endpoint as data: its parameters, and what it does with them. */
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
