import type { FastifyRequest } from 'fastify'

/** A parameter of the query; null where it is absent, or given several times, which means nothing. */
export function queryText({ query }: Pick<FastifyRequest, 'query'>, name: string): string | null {
  const value = (query as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}
