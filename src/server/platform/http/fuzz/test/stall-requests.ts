import type { StallInput, StallRequest, StallStage } from './stall-inputs.ts';
import { trapBodies } from './stall-texts.ts';

/** Inputs of a route, or the reason why nothing that a stranger sends is processed there. */
export type RouteInputs = string | ((stage: StallStage) => Promise<StallInput[]>);

export const KiB = 1024;
export const jsonType = (type = 'application/json') => ({ 'content-type': type });
const form = jsonType('application/x-www-form-urlencoded');

/** Returns the input that one request is. */
export const inputOf = (stage: StallStage, name: string, request: StallRequest): StallInput => ({
  name: `${request.method} ${request.url.slice(0, 40)}: ${name}`,
  send: () => stage.sendRequest(request),
});

/** Returns requests with bodies that are slow to parse. */
export const bodyInputs = (stage: StallStage, request: StallRequest, bytes: number) =>
  Object.entries(trapBodies(bytes - 10)).map(([name, body]) =>
    inputOf(stage, name, { ...request, body }),
  );

/** Returns requests with forms that are slow to parse. */
export const formInputs = (stage: StallStage, url: string, bytes: number) =>
  [
    ['=', 'equals signs'],
    ['a=1&', 'fields'],
    ['%00', 'escapes'],
    ['%', 'percent signs'],
    ['+', 'plus signs'],
  ].map(([part = '', name = '']) =>
    inputOf(stage, name, {
      method: 'POST',
      url,
      headers: form,
      body: part.repeat(bytes / part.length),
    }),
  );
