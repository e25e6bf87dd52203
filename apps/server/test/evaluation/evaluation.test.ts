import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AssistantWorld, arrangeAssistant } from '../assistant-world.ts'
import { casesOf } from './cases/index.ts'
import { arrangeEstate, type Estate } from './estate.ts'
import { evaluateIn } from './evaluate.ts'
import { faultLines, rowOf } from './report.ts'

let world: AssistantWorld
let estate: Estate

beforeAll(async () => {
  world = await arrangeAssistant()
  estate = await arrangeEstate(world.t)
})
afterAll(() => world.stop())

test('there are at least 60 cases, in both languages, of every kind', () => {
  const cases = casesOf(estate)
  expect(cases.length).toBeGreaterThanOrEqual(60)
  for (const language of ['zh', 'en'])
    expect(cases.filter((one) => one.language === language).length).toBeGreaterThanOrEqual(30)
  const questions = cases.flatMap(({ turns }) => turns.map(({ question }) => question))
  expect(questions.length).toBe(new Set(questions).size)
})

test('the scripted model answers all of them from what tools return, and writes nothing', async () => {
  const results = await evaluateIn(world, estate, null)
  expect(world.service.mistakes).toEqual([])
  expect(faultLines(results)).toEqual([])
  // A script whose call a tool refuses proves nothing.
  const refused = results.flatMap(({ of, turn, message }) =>
    (turn.says === undefined ? (message?.steps ?? []) : [])
      .filter(({ state }) => state !== 'done')
      .map(({ tool, error }) => `${of.name}: ${tool}: ${error}`),
  )
  expect(refused).toEqual([])
  expect(rowOf('scripted', results).unproven).toBe(0)
}, 120_000)
