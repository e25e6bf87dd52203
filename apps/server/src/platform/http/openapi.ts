import {
  commonErrors,
  type Endpoint,
  type ErrorCode,
  errorStatus,
  permissionOf,
  sessionErrors,
  wireCode,
} from '@netward/contract'
import { z } from 'zod'
import { errorText } from './error-text.ts'
import { strictInput } from './strict-input.ts'
import { openApiGuide, tokenPath } from './open-api-guide.ts'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of every declared endpoint. */
export function openApiDocument(endpoints: readonly Endpoint[], serverUrl: string): Json {
  const paths: Record<string, Record<string, Json>> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    paths[path] ??= {}
    paths[path][endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Netward',
      version: '1',
      description: openApiGuide(serverUrl),
    },
    servers: [{ url: serverUrl }],
    security: [{ bearer: [] }],
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'Of a person who has signed in' },
        application: {
          type: 'oauth2',
          description: 'Of an application: its permissions say what it may call',
          flows: { clientCredentials: { tokenUrl: tokenPath, scopes: {} } },
        },
        basic: { type: 'http', scheme: 'basic', description: 'App ID and key of an application' },
      },
    },
    paths,
  }
}

function operation(endpoint: Endpoint): Json {
  const { $schema: _, ...input } = z.toJSONSchema(strictInput(endpoint.input), {
    io: 'input',
    unrepresentable: 'any',
  }) as Json & {
    properties?: Record<string, Json>
    required?: string[]
  }
  const pathNames = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const fields = Object.entries(input.properties ?? {}).filter(([name]) => !pathNames.includes(name))
  const required = (input.required ?? []).filter((name) => !pathNames.includes(name))
  const body: Json = {
    type: 'object',
    properties: Object.fromEntries(fields),
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
  }
  const parameters: Json[] = pathNames.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: input.properties?.[name] ?? { type: 'string' },
  }))
  if (endpoint.inputKind === 'query') {
    parameters.push(
      ...fields.map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema })),
    )
  }
  return {
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^A-Za-z0-9]+(\w)/g, (_all, letter: string) => letter.toUpperCase())}`,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[3] ?? 'api'],
    ...security(endpoint),
    ...(permissionOf(endpoint) === null ? {} : { description: `Permission: ${endpoint.access}` }),
    parameters,
    ...requestBody(endpoint, body),
    responses: responses(endpoint),
  }
}

/**
 * Applications call endpoints with a permission; the rest is for people, and the token endpoint for holders
 * of a key.
 */
function security(endpoint: Endpoint): Json {
  if (endpoint.answer === 'oauth') return { security: [{ basic: [] }, {}] }
  if (endpoint.access === 'public') return { security: [] }
  // A wall screen's own token, which nothing else takes.
  if (endpoint.access === 'wall') return { security: [{ bearer: [] }] }
  return permissionOf(endpoint) === null ? {} : { security: [{ bearer: [] }, { application: [] }] }
}

function requestBody(endpoint: Endpoint, body: Json): Json {
  switch (endpoint.inputKind) {
    case 'query':
      return {}
    case 'json':
      return { requestBody: { content: { 'application/json': { schema: body } } } }
    case 'form':
    case 'query-or-form':
      return { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: body } } } }
    case 'multipart':
      return {
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                properties: { file: { type: 'string', format: 'binary' } },
                required: ['file'],
              },
            },
          },
        },
      }
  }
}

const xlsxType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

function responses(endpoint: Endpoint): Json {
  if (endpoint.answer === 'oauth') return tokenResponses(endpoint)
  const { $schema: _, ...output } = z.toJSONSchema(endpoint.output, {
    io: 'output',
    unrepresentable: 'any',
  }) as Json & {
    properties?: Json
  }
  const envelope = { code: { const: 0 }, message: { type: 'string' } }
  const success: Json =
    endpoint.answer === 'zip'
      ? {
          description: 'ZIP',
          content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } },
        }
      : endpoint.answer === 'pdf'
        ? {
            description: 'PDF',
            content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
          }
        : endpoint.answer === 'xlsx'
          ? {
              description: 'Workbook',
              content: { [xlsxType]: { schema: { type: 'string', format: 'binary' } } },
            }
          : endpoint.answer === 'csv'
            ? {
                description: 'CSV, UTF-8 with a byte order mark',
                content: { 'text/csv': { schema: { type: 'string' } } },
              }
            : endpoint.answer === 'lines'
              ? {
                  description: 'Lines of JSON, streamed',
                  content: { 'application/x-ndjson': { schema: output } },
                }
              : {
                  description: 'Success',
                  content: {
                    'application/json': {
                      schema: {
                        type: 'object',
                        properties:
                          endpoint.answer === 'token'
                            ? { ...envelope, ...output.properties }
                            : { ...envelope, data: output },
                      },
                    },
                  },
                }
  const codes = [...endpoint.errors, ...commonErrors, ...(endpoint.access === 'public' ? [] : sessionErrors)]
  const byStatus = Map.groupBy(new Set<ErrorCode>(codes), (code) => errorStatus[code])
  const failures = [...byStatus].filter(([status]) => status !== 200)
  const silent = byStatus.get(200) ?? []
  if (silent.length > 0) success['description'] = `Success, or one of: ${silent.map(describeCode).join('; ')}`
  return Object.fromEntries([
    ['200', success],
    ...failures.map(([status, group]) => [
      String(status),
      {
        description: group.map(describeCode).join('; '),
        content: {
          'application/json': {
            schema: {
              type: 'object',
              properties: { code: { enum: group.map(wireCode) }, message: { type: 'string' }, data: {} },
            },
          },
        },
      },
    ]),
  ])
}

function describeCode(code: ErrorCode): string {
  return `\`${code}\` ${errorText({ code, params: {} }, 'en')}`
}

/** RFC 6749 §5.1 and §5.2. */
function tokenResponses(endpoint: Endpoint): Json {
  const { $schema: _, ...schema } = z.toJSONSchema(endpoint.output, { io: 'output' }) as Json
  const refused = {
    type: 'object',
    properties: { error: { type: 'string' }, error_description: { type: 'string' } },
  }
  const answer = (description: string, body: Json) => ({
    description,
    content: { 'application/json': { schema: body } },
  })
  return {
    200: answer('Success', schema),
    400: answer('`invalid_request` or `unsupported_grant_type`', refused),
    401: answer('`invalid_client`', refused),
    429: answer('`temporarily_unavailable`: too many attempts, see Retry-After', refused),
  }
}
