import type { LineFact } from '@netward/collector'
import { pathMoments } from '@netward/contract/link-tests'
import { cleanPath, cleanResult, finite, key, oneOf } from './clean-result.ts'

const lineId = /^[1-9][0-9]{0,17}$/
const mostFacts = 5_000
export interface CleanLineFact extends Readonly<Record<string, unknown>> {
  readonly lineId: string
  /** Milliseconds, by our clock. */
  readonly at: number
}

/** As the database writes them: text of the network is cut, what no collector of ours sends is left out. */
export function cleanLineFacts(facts: readonly LineFact[], clockOffset = 0): CleanLineFact[] {
  return facts.slice(0, mostFacts).flatMap((fact) => {
    try {
      const clean = cleanLineFact(fact, clockOffset)
      return clean === null || !lineId.test(fact.lineId) ? [] : [clean]
    } catch (error) {
      // What should be there is not, or is something else.
      if (error instanceof TypeError || error instanceof RangeError) return []
      throw error
    }
  })
}

function cleanLineFact(fact: LineFact, clockOffset: number): CleanLineFact | null {
  const timeOf = (value: unknown) =>
    Math.round(Math.max(0, Math.min((finite(value, 1e14) ?? 0) + clockOffset, Date.now())))
  const at = timeOf(fact.at)
  const common = { kind: fact.kind, lineId: fact.lineId, at }
  switch (fact.kind) {
    case 'test':
    case 'throughput':
      return withResult(common, cleanResult(fact.result))
    case 'blind':
      return { ...common, until: Math.max(at, timeOf(fact.until)) }
    case 'path': {
      const [target, moment] = [key(fact.key), oneOf(pathMoments, fact.moment)]
      if (target === null || moment === null) return null
      const { path, method } = fact
      return {
        ...common,
        key: target,
        moment,
        method: method === 'mtr' ? 'mtr' : 'traceroute',
        path: cleanPath(path),
      }
    }
    default:
      // The state follows from the minutes.
      return null
  }
}

const withResult = <Common extends CleanLineFact>(common: Common, result: ReturnType<typeof cleanResult>) =>
  result && { ...common, result }
