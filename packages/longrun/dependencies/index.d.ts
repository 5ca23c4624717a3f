/** Types of what the long runs use, so that they compile before their packages are installed. */

export declare class Stryker {
  constructor(options: Record<string, unknown>);
  runMutationTest(): Promise<{ status: string }[]>;
}

export declare function createConfig(config: { extends: string[] }): Promise<object>;
export declare function lintFromString(options: {
  source: string;
  config: object;
}): Promise<
  { severity: string; ruleId: string; message: string; location: { pointer?: string }[] }[]
>;

export declare const core: {
  Spectral: new () => {
    setRuleset(ruleset: { extends: object[] }): void;
    run(
      document: object,
    ): Promise<{ severity: number; code: string; path: string[]; message: string }[]>;
  };
  Document: new (text: string, parser: object) => object;
};
export declare const parsers: { Json: object };
export declare const rulesets: { oas: object };
