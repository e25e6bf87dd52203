import { languageOf } from '@netward/phrases/server'
import type { FastifyRequest } from 'fastify'
import { loadModules } from '../src/load-modules.ts'
import { tools } from '../src/modules/conversations/tools/index.ts'
import { type ToolAnswer, type ToolContext, ToolFailure } from '../src/modules/conversations/tools/tool.ts'
import { readConfig } from '../src/platform/config/config.ts'
import { endpointCaller } from '../src/platform/http/endpoint-caller.ts'
import { createTestApp, ofEveryTestApp, type TestApp, type TestPerson } from './test-app.ts'

/** A server with every module: tools read all of them. */
export const createToolApp = (): Promise<TestApp> =>
  createTestApp(async (app, deps) => {
    const modules = await loadModules({ ...deps, config: readConfig({}, []) }, [
      ...ofEveryTestApp,
      'conversations',
    ])
    for (const one of modules) await one.routes?.(app)
  })

/** What a tool calls endpoints with when this person asks. */
export function contextOf(t: TestApp, person: TestPerson, language = 'en', now = new Date()): ToolContext {
  const request = {
    ip: '127.0.0.1',
    headers: {
      authorization: `Bearer ${person.token}`,
      'x-company-id': person.companyId,
      'accept-language': language,
    },
  } as unknown as FastifyRequest
  return {
    call: endpointCaller(t.app.http, request),
    language: languageOf(language),
    timeZone: 'Asia/Shanghai',
    now,
    signal: AbortSignal.timeout(60_000),
  }
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests look into results that only the model reads
type Loose = any

/** Runs a tool as a person. */
export async function useTool(
  t: TestApp,
  person: TestPerson,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Omit<ToolAnswer, 'data'> & { data: Loose }> {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`no tool ${name}`)
  return tool.run(contextOf(t, person), input)
}

/** Why a tool has no result: `not_found`, `denied`, … and its sentence. */
export async function failureOf(
  t: TestApp,
  person: TestPerson,
  name: string,
  input: Readonly<Record<string, unknown>> = {},
): Promise<{ reason: string; message: string }> {
  try {
    await useTool(t, person, name, input)
  } catch (error) {
    if (error instanceof ToolFailure) return { reason: error.reason, message: error.message }
    throw error
  }
  throw new Error(`${name} has a result`)
}
