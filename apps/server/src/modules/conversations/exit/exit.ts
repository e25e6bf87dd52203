import type { ModelMessage, ModelRequest } from '../../assistant/index.ts'
import { isLearnable, kindOfField } from './field-names.ts'
import { type MaskedKind, type MaskMemory, mostRemembered } from './mask-memory.ts'
import { patternSpans, type Span, type SpanKind } from './patterns.ts'
import {
  type PlaceholderKind,
  placeholderKinds,
  placeholderOf,
  placeholders,
  secretPlaceholder,
  settingsOf,
} from './placeholder.ts'
import { RestoreStream } from './restore-stream.ts'
import { ValueTrie } from './value-trie.ts'

type Counts = Map<string, number>

/**
 * The one way to a model: what leaves is masked here, and what comes back gets its values again.
 *
 * Secrets always become `[secret]`, which nobody puts back. Other values become placeholders that stay the same in a
 * conversation, by setting. Values are known from the fields of results (`learn`) and from their shape.
 */
export class Exit {
  readonly memory: MaskMemory
  readonly #kinds: ReadonlySet<SpanKind>
  readonly #values = new ValueTrie<SpanKind>()
  readonly #numbers = new Map<string, number>()

  constructor(masked: readonly MaskedKind[], memory: MaskMemory = {}) {
    const kinds = placeholderKinds.filter(
      (kind) => kind !== 'text' && settingsOf[kind].some((setting) => masked.includes(setting)),
    )
    this.#kinds = new Set<SpanKind>(['secret', ...kinds])
    this.memory = memory
    for (const kind of placeholderKinds)
      for (const [index, value] of (memory[kind] ?? []).entries()) {
        this.#numbers.set(`${kind} ${value}`, index + 1)
        if (kind !== 'text') this.#add(kind, value)
      }
  }

  /** Reads from the fields of a result what is to be masked wherever it stands. */
  learn(data: unknown) {
    this.#learn(data, '', '')
  }

  leave(request: ModelRequest): { request: ModelRequest; masked: { kind: string; count: number }[] } {
    const counts: Counts = new Map()
    const mask = (text: string) => this.#mask(text, counts)
    const message = (one: ModelMessage): ModelMessage => {
      if (one.role !== 'assistant') return { ...one, text: mask(one.text) }
      const { toolCalls, ...rest } = one
      return {
        ...rest,
        text: mask(one.text),
        ...(toolCalls && {
          toolCalls: toolCalls.map((call) => ({ ...call, arguments: mapTexts(call.arguments, mask) })),
        }),
      }
    }
    // The descriptions of tools are our own, the same for everyone.
    const left: ModelRequest = {
      ...request,
      system: mask(request.system),
      messages: request.messages.map(message),
    }
    return { request: left, masked: [...counts].map(([kind, count]) => ({ kind, count })) }
  }

  /** The same for data that is no request. */
  leaveValues(value: unknown): unknown {
    this.learn(value)
    const leaving = (one: unknown, of: string): unknown => {
      if (typeof one === 'string')
        return one !== '' && kindOfField(of, '') === 'secret' ? secretPlaceholder : this.#mask(one, new Map())
      if (Array.isArray(one)) return one.map((item) => leaving(item, of))
      if (typeof one !== 'object' || one === null) return one
      return Object.fromEntries(Object.entries(one).map(([name, item]) => [name, leaving(item, name)]))
    }
    return leaving(value, '')
  }

  /** Puts the values back for the person. */
  restore(text: string) {
    return text.replaceAll(placeholders(), (whole, kind: PlaceholderKind, number: string) => {
      return this.memory[kind]?.[Number(number) - 1] ?? whole
    })
  }

  /** Puts the values back into what a model wrote for a tool. */
  restoreValues<T>(value: T): T {
    return mapTexts(value, (text) => this.restore(text))
  }

  /** Restores text that arrives in pieces; no more is held back than may be the beginning of a placeholder. */
  stream(onText: (text: string) => void) {
    return new RestoreStream(
      (text) => this.restore(text),
      (kind) => this.memory[kind]?.length ?? 0,
      onText,
    )
  }

  #learn(data: unknown, field: string, parent: string) {
    if (Array.isArray(data)) for (const one of data) this.#learn(one, field, parent)
    else if (typeof data === 'object' && data !== null) {
      // { name: 'PreSharedKey', value: '…' }: a parameter with its name
      const { name, path, key, value } = data as Record<string, unknown>
      const named = [name, path, key].find((one) => typeof one === 'string')
      if (typeof named === 'string' && typeof value === 'string' && kindOfField(named, '') === 'secret')
        this.#add('secret', value)
      for (const [inner, one] of Object.entries(data)) this.#learn(one, inner, field)
    } else if (typeof data === 'string' || typeof data === 'number') {
      const kind = kindOfField(field, parent)
      if (kind && (typeof data === 'string' || kind === 'phone' || kind === 'serial'))
        this.#add(kind, String(data))
    }
  }

  #add(kind: SpanKind, value: string) {
    if (!this.#kinds.has(kind) || !isLearnable(kind, value)) return
    const text = value.trim()
    this.#values.add(text, kind)
    const escaped = JSON.stringify(text).slice(1, -1)
    if (escaped !== text) this.#values.add(escaped, kind)
  }

  #mask(text: string, counts: Counts) {
    const spans = merged([...this.#learned(text), ...patternSpans(text, this.#kinds), ...lookalikes(text)])
    let left = ''
    let at = 0
    for (const { start, end, kind } of spans) {
      left += text.slice(at, start) + this.#placeholder(kind, text.slice(start, end))
      at = end
      if (kind === 'text') continue
      const setting = kind === 'secret' ? 'secrets' : settingsOf[kind][0]!
      counts.set(setting, (counts.get(setting) ?? 0) + 1)
    }
    return left + text.slice(at)
  }

  #placeholder(kind: SpanKind, value: string) {
    if (kind === 'secret') return secretPlaceholder
    const known = `${kind} ${value}`
    let number = this.#numbers.get(known)
    if (number === undefined) {
      const values = (this.memory[kind] ??= [])
      if (values.length >= mostRemembered) return `[${kind}]`
      number = values.push(value)
      this.#numbers.set(known, number)
    }
    return placeholderOf(kind, number)
  }

  #learned(text: string): Span[] {
    const spans: Span[] = []
    for (let start = 0; start < text.length; start++) {
      const found = this.#values.longest(text, start, (end) => standsAlone(text, start, end))
      if (!found) continue
      spans.push({ start, ...found })
      // One that begins within it and ends beyond it is found from there.
    }
    return spans
  }
}

const lookalikes = (text: string): Span[] =>
  [...text.matchAll(placeholders())].map(({ index, 0: whole }) => ({
    start: index,
    end: index + whole.length,
    kind: 'text',
  }))

const isWord = (unit: string) => /^[A-Za-z\d]$/.test(unit)

/** Short words and numbers are masked where they stand alone, long ones anywhere. */
function standsAlone(text: string, start: number, end: number) {
  const length = end - start
  const value = text.slice(start, Math.min(end, start + 12))
  if (length >= 12 || (length >= 6 && /\d/.test(value) && /[^\d]/.test(value))) return true
  const before = text.charAt(start - 1)
  // \n of a JSON text is no letter.
  const isEscape = /[nrt]/.test(before) && text.charAt(start - 2) === '\\'
  if (isWord(text.charAt(start)) && isWord(before) && !isEscape) return false
  return !(isWord(text.charAt(end - 1)) && isWord(text.charAt(end)))
}

/** Spans that overlap become one, so that no end of a value stays. It is a secret if one of them is, else what the longest is. */
function merged(spans: Span[]) {
  spans.sort((a, b) => a.start - b.start || b.end - a.end)
  const one: (Span & { longest: number })[] = []
  for (const span of spans) {
    const last = one.at(-1)
    const length = span.end - span.start
    if (!last || span.start >= last.end) {
      one.push({ ...span, longest: length })
      continue
    }
    if (span.kind === 'secret' || (last.kind !== 'secret' && length > last.longest)) last.kind = span.kind
    last.longest = Math.max(last.longest, length)
    last.end = Math.max(last.end, span.end)
  }
  return one
}

/** A copy whose texts are changed, the names of fields as well. */
function mapTexts<T>(value: T, change: (text: string) => string): T
function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [change(key), mapTexts(one, change)]))
}
