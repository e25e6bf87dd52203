import { expect, test } from 'vitest'
import { modelsOf } from './ready-models.ts'
import { costOf, estimatedTokens, priceOn } from './tokens.ts'

test('the choice of a feature, the order and the consent decide what it may call', () => {
  const row = (id: string, more = {}) => ({
    id,
    model: `m${id}`,
    state: 'ready' as const,
    consents: ['1'],
    ...more,
  })
  const rows = [row('1'), row('2', { consents: [] }), row('3'), row('4', { state: 'waiting' as const })]
  const route = { feature: 'chat' as const, providerId: '3', model: 'fine' }
  const of = (feature: 'chat' | 'writing') =>
    modelsOf(rows, [route], feature).map(({ service, model }) => [service.id, model])
  expect(of('chat')).toEqual([
    ['3', 'fine'],
    ['1', 'm1'],
  ])
  expect(of('writing')).toEqual([
    ['1', 'm1'],
    ['3', 'm3'],
  ])
})

test('the price of a day is its own before that of all models, and the latest of them', () => {
  const price = (model: string, since: string, input: number) => ({
    model,
    since,
    input,
    cached: 1,
    output: 4,
  })
  const prices = [price('', '2026-01-01', 2), price('m', '2026-02-01', 3), price('m', '2026-03-01', 5)]
  const inputOn = (model: string, day: string) => priceOn(prices, model, day)?.input ?? null
  expect(inputOn('m', '2026-02-28')).toBe(3)
  expect(inputOn('m', '2026-03-01')).toBe(5)
  expect(inputOn('m', '2026-01-15')).toBe(2)
  expect(inputOn('other', '2026-03-01')).toBe(2)
  expect(inputOn('m', '2025-12-31')).toBeNull()
  expect(costOf(priceOn(prices, 'm', '2026-03-01'), { input: 1000, cached: 400, output: 100 })).toBe(0.0038)
  expect(costOf(null, { input: 1000, cached: 0, output: 100 })).toBe(0)
})

test('a Chinese character is one token, three others are one', () => {
  expect(estimatedTokens('虹桥店')).toBe(3)
  expect(estimatedTokens('gateway')).toBe(3)
})
