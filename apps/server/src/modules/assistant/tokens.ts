import type { ModelPrice } from '@netward/contract/assistant'
import type { ModelRequest, ModelUsage } from './providers/model.ts'

/** Tokens of a text, without its model's vocabulary: one a Chinese character, one for three others. Rather more than fewer. */
export function estimatedTokens(text: string): number {
  let wide = 0
  let narrow = 0
  for (const one of text) {
    if (one.codePointAt(0)! > 0x2e7f) wide++
    else narrow++
  }
  return wide + Math.ceil(narrow / 3)
}

/** What a request can take at most. */
export function mostTokens(request: ModelRequest): ModelUsage {
  const { system, messages, tools, mostOutput } = request
  const frame = 16 * (messages.length + tools.length + 1)
  return {
    input: estimatedTokens(system) + estimatedTokens(JSON.stringify([messages, tools])) + frame,
    cached: 0,
    output: mostOutput,
  }
}

/** The price of a model on a day: its own before that of all models, the latest before earlier ones. */
export function priceOn(prices: readonly ModelPrice[], model: string, day: string): ModelPrice | null {
  const holds = (wanted: string) =>
    prices
      .filter((price) => price.model === wanted && price.since <= day)
      .toSorted((a, b) => b.since.localeCompare(a.since))[0]
  return holds(model) ?? holds('') ?? null
}

/** Yuan. */
export function costOf(price: ModelPrice | null, { input, cached, output }: ModelUsage): number {
  if (price === null) return 0
  const millionths = (input - cached) * price.input + cached * price.cached + output * price.output
  return Math.round(millionths) / 1_000_000
}
