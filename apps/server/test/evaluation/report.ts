import type { Result } from './run-cases.ts'
import { type Mark, marks } from './score.ts'

export interface Row {
  readonly model: string
  readonly cases: number
  readonly passed: number
  readonly marks: Readonly<Record<Mark, { readonly right: number; readonly of: number }>>
  readonly unproven: number
  readonly tokens: number
  readonly seconds: { readonly median: number; readonly p95: number }
}

export function rowOf(model: string, results: readonly Result[]): Row {
  const times = results.map(({ milliseconds }) => milliseconds / 1000).toSorted((a, b) => a - b)
  const quantile = (share: number) => times[Math.max(0, Math.ceil(share * times.length) - 1)] ?? 0
  const failed = new Set(results.filter((one) => faultsOf(one).length > 0).map(({ of }) => of.name))
  const cases = new Set(results.map(({ of }) => of.name)).size
  const tally = (mark: Mark) => {
    const judged = results.map((one) => one.score[mark]).filter((one) => one !== undefined)
    return [mark, { right: judged.filter((one) => one === null).length, of: judged.length }] as const
  }
  return {
    model,
    cases,
    passed: cases - failed.size,
    marks: Object.fromEntries(marks.map(tally)) as Row['marks'],
    unproven: results.reduce((sum, { unproven }) => sum + unproven, 0),
    tokens: Math.round(results.reduce((sum, { tokens }) => sum + tokens, 0) / Math.max(1, results.length)),
    seconds: { median: quantile(0.5), p95: quantile(0.95) },
  }
}

/** An answer that failed has one. */
export const faultsOf = ({ score, message }: Result): string[] => {
  if (message && message.state !== 'done') return [failureOf(message)]
  return Object.entries(score).flatMap(([mark, fault]) => (fault == null ? [] : [`${mark}: ${fault}`]))
}

const failureOf = ({ state, failure }: NonNullable<Result['message']>) =>
  [state, failure?.reason, failure?.model, failure?.detail].filter(Boolean).join(' ')

export const heading = [
  '| model | cases | passed | right tool | right object | facts | no write | says no data | language | rendering | unproven numbers | tokens a question | median s | p95 s |',
  '|---|---|---|---|---|---|---|---|---|---|---|---|---|---|',
]

export function markdownRow({ model, cases, passed, marks: by, unproven, tokens, seconds }: Row): string {
  const cells = [
    model.replaceAll('|', '/'),
    cases,
    passed,
    ...marks.map((mark) => `${by[mark].right}/${by[mark].of}`),
    unproven,
    tokens,
    seconds.median.toFixed(1),
    seconds.p95.toFixed(1),
  ]
  return `| ${cells.join(' | ')} |`
}

/** Cases with faults, a line each. */
export const faultLines = (results: readonly Result[]): string[] =>
  results
    .filter((one) => faultsOf(one).length > 0)
    .map((one) => `- ${one.of.name} (${one.of.language}): ${faultsOf(one).join('; ')}`)
