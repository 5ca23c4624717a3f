/** Types of what the bench uses, so that it compiles before its packages are installed. */

export type CannonRequest = {
  path: string;
  method: string;
  headers: Record<string, string>;
  body?: string;
  onResponse: () => void;
};

export type CannonOptions = {
  url: string;
  connections: number;
  duration: number;
  sampleInt: number;
  requests: CannonRequest[];
  setupClient: (client: { setRequests: (requests: CannonRequest[]) => void }) => void;
};

export type CannonResult = {
  non2xx: number;
  errors: number;
  timeouts: number;
};

export declare function autocannon(
  options: CannonOptions,
  done: (error: Error | null, result: CannonResult) => void,
): {
  on: (
    event: 'response',
    listener: (
      ...response: [client: unknown, status: number, bytes: number, milliseconds: number]
    ) => void,
  ) => void;
};

export type LighthouseResult = {
  runtimeError?: { message: string };
  audits: Record<
    string,
    { title: string; score: number | null; numericValue?: number; details?: { items?: unknown[] } }
  >;
  categories: Record<string, { score: number | null; auditRefs: { id: string; weight: number }[] }>;
};

export declare function lighthouse(
  url: string,
  flags: {
    port: number;
    output: 'json';
    logLevel: 'error';
    onlyCategories: string[];
    disableStorageReset: boolean;
  },
): Promise<{ lhr: LighthouseResult } | undefined>;
