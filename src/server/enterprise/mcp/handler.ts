import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import type { FastifyInstance } from 'fastify';
import { Failure } from '#contract/errors.ts';
import { callerOf } from '#server/platform/http/contract/in-process.ts';
import {
  annotationsOf,
  descriptionOf,
  publishedInput,
  toCallInput,
  tools,
  type Tool,
} from './tools.ts';

type Call = (input: unknown) => Promise<unknown>;
/** Makes the call of a tool with the rights of a key. */
type MakeCall = (tool: Tool, given: Record<string, unknown>) => Promise<unknown>;

/** Creates the handler of all requests; each gets a server of its own, with the tools of its key. */
export const createHandler = (app: FastifyInstance) =>
  createMcpHandler(
    ({ authInfo }) => {
      const { token = '', scopes = [], extra } = authInfo ?? {};
      const headers = { authorization: `Bearer ${token}` };
      const client = callerOf(
        app,
        headers,
        extra?.['address'] as string | undefined,
      ) as unknown as Record<string, Record<string, Call>>;
      const makeCall: MakeCall = async (tool, given) =>
        client[tool.subject]?.[tool.call]?.(toCallInput(tool, given));
      return createServer(scopes, makeCall);
    },
    { onerror: (error) => app.log.warn({ err: error }, 'MCP request refused') },
  );

/** Announces no notices of changed tools: without sessions the server can send none. */
const options = { capabilities: { tools: { listChanged: false } } };

/** Creates the server of one request, with the tools that the scopes of its key allow. */
function createServer(scopes: readonly string[], makeCall: MakeCall) {
  const server = new McpServer({ name: 'Pregão', version: '1' }, options);
  for (const tool of tools.filter(({ scope }) => scopes.includes(scope))) {
    const about = {
      description: descriptionOf(tool),
      inputSchema: publishedInput(tool),
      annotations: annotationsOf(tool),
    };
    server.registerTool(tool.name, about, async (given) => runTool(() => makeCall(tool, given)));
  }
  return server;
}

/** Returns the reply of a call as the result of its tool; a refusal is one that the model can read. */
async function runTool(makeCall: () => Promise<unknown>) {
  try {
    return {
      content: [{ type: 'text' as const, text: JSON.stringify((await makeCall()) ?? null) }],
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, params, fields } = error;
    const text = JSON.stringify({ code, params, fields });
    return { isError: true, content: [{ type: 'text' as const, text }] };
  }
}
