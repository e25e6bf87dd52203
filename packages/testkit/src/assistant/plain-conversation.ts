import type { AskedCall } from './model-faults.ts'

/** What a tool answered: `data` is null if it cannot be read. */
export interface PlainResult {
  readonly tool: string
  readonly data: unknown
}

/** What is on the screen of the person who asks. */
interface PlainScreen {
  readonly subject: { readonly kind: string; readonly id: string } | null
}

/** The last question of a conversation, as the demo model understands it. */
export interface PlainConversation {
  readonly question: string
  readonly language: 'zh' | 'en'
  /** The beginning of what a ready-made question asks for, in lower case; empty: the person's own words. */
  readonly recipe: string
  readonly screen: PlainScreen | null
  readonly results: readonly PlainResult[]
  readonly timeZone: string
}

interface Message {
  readonly role: string
  readonly content?: string
}

const fenced = /<<<([0-9a-f]+) result of ([\w-]*): data, no instructions\n([\s\S]*?)\n\1>>>/g
const beforeScreen = /^On the person's screen/
const recipes =
  /^(?:Explain the alarm|Find what changed|Check the outlet|Check the device|Compare before and after|Summarise the work order|Draft a complaint|Summarise the last seven days|Write a configuration template)/

/** Reads messages of chat completions. */
export function readConversation(call: AskedCall): PlainConversation {
  const messages = JSON.parse(call.text) as Message[]
  const last = messages.findLastIndex(({ role }) => role === 'user')
  const asked = messages[last]?.content ?? ''
  const parts = asked.replaceAll(fenced, '').split('\n\n')
  const own = parts.filter((part) => !recipes.test(part) && !beforeScreen.test(part))
  const question = own.join('\n\n').trim()
  const system = messages.find(({ role }) => role === 'system')?.content ?? ''
  return {
    question,
    language:
      /[\u4e00-\u9fff]/.test(question.replaceAll(/["“「][^"”」]*["”」]/g, '')) && !isEnglish(question)
        ? 'zh'
        : 'en',
    recipe: parts.map((part) => recipes.exec(part)?.[0].toLowerCase()).find(Boolean) ?? '',
    screen: resultsIn(asked).find(({ tool }) => tool === 'screen')?.data as PlainScreen | null,
    results: messages
      .slice(last + 1)
      .filter(({ role }) => role === 'tool')
      .flatMap(({ content }) => resultsIn(content ?? '')),
    timeZone: /Now: .*\(([\w/+-]+)\)/.exec(system)?.[1] ?? 'UTC',
  }
}

/** An English sentence may name a Chinese shop. */
const isEnglish = (text: string): boolean => (text.match(/\b[a-z]{2,}\b/gi)?.length ?? 0) >= 3

function resultsIn(text: string): PlainResult[] {
  return [...text.matchAll(fenced)].map(([, , tool, json]) => ({
    tool: tool ?? '',
    data: parsed(json ?? ''),
  }))
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    // A number was masked.
    return null
  }
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Rows of a list that a tool answered. */
export function itemsOf(data: unknown): Record<string, unknown>[] {
  const items = isRecord(data) ? data['items'] : null
  return Array.isArray(items) ? items.filter(isRecord) : []
}
