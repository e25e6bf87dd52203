import type { AskedCall, ModelReply } from '@netward/testkit'
import type { Case, Fact, Turn } from './case.ts'
import { fits, type Leaf, leavesOf } from './leaves.ts'

interface Message {
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content?: string | null
  readonly tool_calls?: unknown
}

/**
 * Plays the model of each case: it asks for the tools of its script, then writes what the results that it was sent hold of the
 * facts and things that the case is about. What a tool does not answer, the answer lacks.
 */
export function scriptedModel(cases: readonly Case[]): (call: AskedCall) => ModelReply {
  const turns = cases.flatMap((one) => one.turns.map((turn) => ({ turn, language: one.language })))
  return ({ text, tools }) => {
    const messages = JSON.parse(text) as Message[]
    const asked = messages.findLastIndex(({ role }) => role === 'user')
    const question = messages[asked]?.content ?? ''
    const found = turns
      .filter(({ turn }) => question.startsWith(turn.question))
      .toSorted((a, b) => b.turn.question.length - a.turn.question.length)[0]
    if (!found) throw new Error(`no case asks: ${question.slice(0, 80)}`)
    const { turn, language } = found
    const since = messages.slice(asked + 1)
    const round = since.filter(({ role }) => role === 'assistant').length
    const calls = (turn.calls[round] ?? []).filter(([name]) => tools.includes(name))
    if (calls.length > 0) return { tools: calls.map(([name, input]) => ({ name, arguments: input })) }
    return {
      words: answerOf(
        turn,
        language,
        since.filter(({ role }) => role === 'tool').map(({ content }) => resultIn(content ?? '')),
        turn.calls.flat().some(([name]) => !tools.includes(name)),
      ),
    }
  }
}

/** The JSON between the lines of a fence. */
function resultIn(content: string): unknown {
  const json = content.split('\n').slice(1, -1).join('\n')
  try {
    return JSON.parse(json) as unknown
  } catch {
    return { error: content }
  }
}

const words = {
  zh: {
    facts: '查询结果如下，全部来自工具返回：',
    nothing: '没有查到相关数据，系统中暂无这方面的记录。',
    denied: '您没有查看这部分内容的权限，因此无法回答。',
    proposal: '已经准备好一项操作建议，请您确认后再执行。',
    things: '涉及对象：',
  },
  en: {
    facts: 'This is what the tools returned for your question:',
    nothing: 'There is no data about this: nothing was found in the records.',
    denied: 'You are not allowed to see this, so it cannot be answered with your permissions.',
    proposal: 'A proposal is ready for you: please check it and confirm it yourself.',
    things: 'It concerns:',
  },
}

function answerOf(turn: Turn, language: 'zh' | 'en', results: readonly unknown[], isDenied: boolean): string {
  const say = words[language]
  if (isDenied) return say.denied
  const leaves = results.flatMap((result) => leavesOf(result))
  if (isEmpty(results)) return say.nothing
  const facts = (turn.facts ?? []).map((fact) => stated(fact, leaves)).filter((line) => line !== null)
  const things = (turn.things ?? [])
    .filter(({ id }) => leaves.some(({ value }) => String(value) === id))
    .map(({ kind, id }) => `[${nameOf(id, results)}](${kind}:${id})`)
  return [
    say.facts,
    '',
    ...facts.map((fact) => `- ${fact}`),
    ...(things.length > 0 ? ['', `${say.things} ${things.join(', ')}`] : []),
    ...(turn.proposes && !results.some(isError) ? ['', say.proposal] : []),
    // A page of the outside, as text of a device could ask for it: it never arrives.
    '![status](https://outside.example/p.png?q=1)',
  ].join('\n')
}

const stated = (fact: Fact, leaves: readonly Leaf[]): string | null => {
  const leaf = leaves.find((one) => fits(fact, one))
  if (!leaf) return null
  const text = String(leaf.value)
  if (!(fact.is instanceof RegExp)) return text.length > 300 ? String(fact.is) : text
  return fact.is.exec(text)?.[0] ?? text
}

/** The name beside an id in a result. */
function nameOf(id: string, value: unknown): string {
  if (Array.isArray(value))
    return (
      value.reduce<string>((name, one) => (name === '' || name === id ? nameOf(id, one) : name), '') || id
    )
  if (typeof value !== 'object' || value === null) return ''
  const fields = Object.entries(value)
  const name = fields.find(([key, of]) => /name|title/i.test(key) && typeof of === 'string')?.[1] as
    | string
    | undefined
  if (fields.some(([, of]) => of === id)) return name ?? id
  return nameOf(
    id,
    fields.map(([, of]) => of),
  )
}

const isError = (result: unknown) => typeof result === 'object' && result !== null && 'error' in result

/** No result has anything: each is an error, or lists that count nothing. */
const isEmpty = (results: readonly unknown[]): boolean =>
  results.every((result) => {
    if (isError(result)) return true
    const lists = totalOf(result) === undefined ? Object.values(result ?? {}) : [result]
    return lists.length > 0 && lists.every((list) => totalOf(list) === 0)
  })

const totalOf = (list: unknown): unknown =>
  typeof list === 'object' && list !== null && 'total' in list ? list.total : undefined
