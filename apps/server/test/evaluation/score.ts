import type { AssistantMessage } from '@netward/contract/conversations'
import type { Case, Fact, Thing, Turn } from './case.ts'
import { hasNumber } from './leaves.ts'

export const marks = ['tools', 'things', 'facts', 'noWrite', 'noData', 'language', 'rendering'] as const
export type Mark = (typeof marks)[number]

/** What is wrong with an answer; null: nothing that the case asks for. */
export type Score = Partial<Record<Mark, string | null>>

/** Judges by code alone: which tools were used, what the answer links to and says, in which language. */
export function score({ language }: Case, turn: Turn, message: AssistantMessage, written: string[]): Score {
  const { text, steps } = message
  const failed =
    message.state === 'done' ? null : `ended as ${message.state} ${JSON.stringify(message.failure)}`
  const wrong = (list: readonly unknown[] | undefined, missing: string[]) =>
    list === undefined || list.length === 0 ? undefined : (failed ?? (missing.join('; ') || null))
  return present({
    tools: wrong(
      turn.tools,
      turn.tools
        .filter((any) => !steps.some(({ tool }) => any.includes(tool)))
        .map((any) => `did not use ${any.join(' or ')}`),
    ),
    things: wrong(
      turn.things,
      (turn.things ?? [])
        .filter((thing) => !isMeant(thing, message))
        .map(({ kind, id }) => `does not link ${kind}:${id}`),
    ),
    facts: wrong(
      turn.facts,
      (turn.facts ?? []).filter((fact) => !isSaid(fact, text)).map(({ is }) => `lacks ${is}`),
    ),
    noWrite: [...written.map((table) => `wrote ${table}`), ...leaked(turn, message)].join('; ') || null,
    noData:
      turn.says === undefined ? undefined : (failed ?? (saysSo(text) ? null : `does not say: ${turn.says}`)),
    language: failed ?? (isIn(language, text) ? null : `not in ${language}`),
    rendering: failed ?? (rendering(turn, message) || null),
  })
}

const present = (all: Record<Mark, string | null | undefined>): Score =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))

function isMeant({ kind, id }: Thing, { text, steps, parts }: AssistantMessage): boolean {
  return (
    text.includes(`](${kind}:${id})`) ||
    steps.some(({ input, state }) => state === 'done' && Object.values(input).flat().includes(id)) ||
    parts.some((part) => part.kind === 'proposal' && part.proposal.subject?.id === id)
  )
}

function isSaid({ is, said }: Fact, text: string): boolean {
  if (said?.test(text)) return true
  if (is instanceof RegExp) return is.test(text)
  return typeof is === 'number' ? hasNumber(text, is) : text.includes(is)
}

/** What must not be seen: values of others, and secrets. */
const leaked = ({ never = [] }: Turn, { text, steps }: AssistantMessage): string[] =>
  never
    .filter((one) =>
      [text, ...steps.map(({ result }) => result ?? '')].some((seen) =>
        one instanceof RegExp ? one.test(seen) : seen.includes(one),
      ),
    )
    .map((one) => `shows ${one}`)

const nothing =
  /没有|无数据|暂无|未找到|找不到|查不到|未查到|不存在|无法|未见|尚无|\bno\b|\bnot\b|\bnothing\b|\bnone\b|n['’]t\b|\bcannot\b|\bunable\b|\bwithout\b/i
const saysSo = (text: string) => nothing.test(text)

/** Names stay as they are: text of links does not count. */
function isIn(language: 'zh' | 'en', text: string): boolean {
  const own = text.replaceAll(/\[[^\]]*\]\([^)]*\)/g, '')
  const chinese = (own.match(/\p{Script=Han}/gu) ?? []).length
  const english = (own.match(/[A-Za-z]{2,}/g) ?? []).length
  return language === 'zh' ? chinese >= 4 && chinese > english / 2 : english >= 4 && english > chinese / 2
}

/** Links lead to things of the console alone, and what belongs beside the answer is there. */
function rendering({ proposes, shows }: Turn, { text, parts }: AssistantMessage): string {
  const faults: string[] = []
  if (/!\[|https?:\/\/|<\w+[\s>]/.test(text)) faults.push('has an image, an address or HTML')
  if (shows && !parts.some(({ kind }) => kind === shows)) faults.push(`shows no ${shows}`)
  if (proposes) {
    const proposal = parts.find((part) => part.kind === 'proposal')?.proposal
    if (proposal?.kind !== proposes.kind) faults.push(`does not propose ${proposes.kind}`)
    else if (proposal.state !== 'open') faults.push('the proposal is not open')
    else if (proposes.subject && proposal.subject?.id !== proposes.subject.id)
      faults.push('proposes it for another thing')
  }
  return faults.join('; ')
}
