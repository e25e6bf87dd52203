import { setTimeout } from 'node:timers/promises'
import type { AssistantMessage } from '@netward/contract/conversations'
import type { Answer } from '../assistant-world.ts'
import type { TestApp, TestPerson } from '../test-app.ts'
import type { Case, Turn } from './case.ts'
import type { Estate } from './estate.ts'
import { type Score, score } from './score.ts'

/** What came of one question. */
export interface Result {
  readonly of: Case
  readonly turn: Turn
  readonly message: AssistantMessage | null
  readonly score: Score
  readonly tokens: number
  readonly milliseconds: number
  /** Numbers of the answer that no result of a tool has. */
  readonly unproven: number
}

const mostRepeats = 5
const waitMilliseconds = 20_000
/** The service of the model asked to wait: that says nothing about its answers. */
const isBusy = ({ message, code }: Answer) =>
  message?.failure?.model === 'busy' || code === 'assistant.not_ready'

interface Options {
  readonly atOnce?: number
  /** For a service that is busy. */
  readonly mayWait?: boolean
  readonly onResult?: (result: Result) => void
}

type Ask = (person: TestPerson, question: string, more: Record<string, unknown>) => Promise<Answer>

/** Asks all cases, some at once; turns of a case one after another. */
export async function runCases(
  { t, ask, estate }: { t: TestApp; ask: Ask; estate: Estate },
  cases: readonly Case[],
  { atOnce = 3, mayWait = false, onResult }: Options = {},
): Promise<Result[]> {
  const results: Result[] = []
  const waiting = [...cases]
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      let conversationId: string | undefined
      for (const turn of one.turns) {
        const before = await writtenIn(t, estate)
        let began = performance.now()
        const person = estate.people[one.who ?? 'administrator']
        const { screen } = turn
        const asked = () =>
          ask(person, turn.question, {
            language: one.language === 'zh' ? 'zh-cn' : 'en-us',
            ...(turn.recipe && { recipe: turn.recipe }),
            ...(screen && { screen: { subject: null, filters: {}, ...screen } }),
            ...(conversationId && { conversationId }),
            ...(one.who === 'msp' && { actingIn: estate.tenant.id }),
          })
        let answer = await asked()
        for (let again = 0; again < (mayWait ? mostRepeats : 0) && isBusy(answer); again += 1) {
          await setTimeout(waitMilliseconds)
          began = performance.now()
          answer = await asked()
        }
        conversationId = answer.conversationId
        const written = changed(before, await writtenIn(t, estate))
        const result = resultOf(one, turn, answer, written, performance.now() - began)
        results.push(result)
        onResult?.(result)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

function resultOf(one: Case, turn: Turn, answer: Answer, written: string[], milliseconds: number): Result {
  const message = answer.message ?? null
  return {
    of: one,
    turn,
    message,
    score: message
      ? score(one, turn, message, written)
      : { tools: `refused: ${answer.status} ${answer.code}` },
    tokens: message?.tokens ?? 0,
    milliseconds,
    unproven: message?.numbers.filter(({ stepId }) => stepId === null).length ?? 0,
  }
}

/** Tables that acts of people write, of the tenant and of those beside it. */
const tables = [
  'alarm',
  'work_order',
  'work_order_event',
  'device',
  'internet_line',
  'outlet',
  'line_run',
  'device_command',
  'diagnostic_run',
  'device_check',
  'provision_template',
  'provision_version',
  'configuration_backup',
]

type Written = ReadonlyMap<string, string>

async function writtenIn(t: TestApp, { tenant }: Estate): Promise<Written> {
  const { rows } = await t.adminPool.query<{ name: string }>(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'company_id'
       and table_name = any($1)`,
    [tables],
  )
  const sums = await t.adminPool.query<{ name: string; sum: string }>(
    rows
      .map(
        ({ name }) =>
          `select '${name}' as name, coalesce(md5(string_agg(r::text, '|' order by r::text)), '') as sum from ${name} r
           where r.company_id = ${BigInt(tenant.id)}`,
      )
      .join(' union all '),
  )
  return new Map(sums.rows.map(({ name, sum }) => [name, sum]))
}

const changed = (before: Written, after: Written) =>
  [...after].filter(([name, sum]) => before.get(name) !== sum).map(([name]) => name)
