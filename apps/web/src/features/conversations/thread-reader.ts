import type { EndpointInput } from '@netward/contract'
import type { AnswerEvent, AssistantMessage, Proposal } from '@netward/contract/conversations'
import { api, apiLines } from '../../lib/api-client.ts'
import { ApiError } from '../../lib/api-errors.ts'
import { createStore } from '../../lib/store.ts'
import { applied, begun, conversationRead, noThread, type Thread } from './thread.ts'

type Ask = EndpointInput<'POST /api/v1/assistant/ask'>
export type AskInput = Pick<Ask, 'question' | 'recipe' | 'screen' | 'after'>

/** A broken stream is followed again, at longer and longer intervals. */
const againMs = [500, 1_000, 2_000, 4_000, 8_000]
/** A page that is not seen has no frames. */
const unseenMs = 200

export interface ThreadState {
  readonly thread: Thread
  /** It is read for the first time. */
  readonly isLoading: boolean
  /** Why it cannot be shown. */
  readonly error: unknown
  /** A question that the server has not taken yet. */
  readonly pending: string | null
  /** Why the last question was refused. */
  readonly refusal: ApiError | null
  /** The last answer that ended while this was open, for screen readers. */
  readonly ended: AssistantMessage | null
}

const empty: ThreadState = {
  thread: noThread,
  isLoading: false,
  error: null,
  pending: null,
  refusal: null,
  ended: null,
}

interface ThreadNews {
  /** A conversation got its id. */
  readonly onBegun: (conversationId: string) => void
  /** The list of conversations may have changed. */
  readonly onChanged: () => void
}

type Stream = AsyncGenerator<AnswerEvent, void>

/**
 * A conversation with its streams: opened with a running answer it follows that one. Closing it ends the reading, never the
 * answer.
 */
export class ThreadReader {
  readonly state
  #news: ThreadNews = { onBegun: () => undefined, onChanged: () => undefined }
  /** The conversation on the screen: one that begins here has its id from the stream. */
  #shown: string | null = null
  #stream = new AbortController()

  constructor(isLoading: boolean) {
    this.state = createStore<ThreadState>({ ...empty, isLoading })
  }

  listen(news: ThreadNews): void {
    this.#news = news
  }

  show(conversationId: string | null): void {
    if (conversationId === this.#shown) return
    this.#shown = conversationId
    const signal = this.#begin()
    this.state.set({ ...empty, isLoading: conversationId !== null })
    if (conversationId !== null) void this.#load(conversationId, signal)
  }

  reload(): void {
    if (this.#shown === null) return
    const signal = this.#begin()
    this.#change({ isLoading: true, error: null })
    void this.#load(this.#shown, signal)
  }

  close(): void {
    this.#stream.abort()
    // Shown again, it is read again.
    this.#shown = null
  }

  ask(input: AskInput): void {
    const signal = this.#begin()
    this.#change({ pending: input.question, refusal: null, ended: null })
    const given = { ...input, conversationId: this.#shown }
    const lines = apiLines('POST /api/v1/assistant/ask', given, { signal, errors: 'caller' })
    void this.#start(lines, signal, input.after, () => undefined)
  }

  retry({ id: messageId }: AssistantMessage): void {
    const signal = this.#begin()
    const { thread } = this.state.get()
    const place = thread.messages.findIndex(({ id }) => id === messageId)
    const asked = thread.messages[place]
    if (asked === undefined) return
    const running: AssistantMessage = {
      ...asked,
      state: 'running',
      text: '',
      steps: [],
      parts: [],
      numbers: [],
    }
    this.#change({
      refusal: null,
      ended: null,
      thread: { ...thread, messages: thread.messages.with(place, running) },
    })
    const lines = apiLines(
      'POST /api/v1/assistant/message/:messageId/retry',
      { messageId },
      { signal, errors: 'caller' },
    )
    // The new answer is a message of its own, in place of the one before.
    void this.#start(lines, signal, thread.messages[place - 1]?.id ?? null, () => this.reload())
  }

  /** The stream says the rest. */
  stop({ id: messageId }: AssistantMessage): void {
    void api('POST /api/v1/assistant/message/:messageId/stop', { messageId }).catch(() => undefined)
  }

  keepMessage(message: AssistantMessage): void {
    this.#changeMessages((one) => (one.id === message.id ? message : one))
  }

  keepProposal(proposal: Proposal): void {
    this.#changeMessages((one) => ({
      ...one,
      parts: one.parts.map((part) =>
        part.kind === 'proposal' && part.proposal.id === proposal.id ? { ...part, proposal } : part,
      ),
    }))
  }

  #change(what: Partial<ThreadState>): void {
    this.state.update((now) => ({ ...now, ...what }))
  }

  #changeMessages(change: (message: AssistantMessage) => AssistantMessage): void {
    const { thread } = this.state.get()
    this.#change({ thread: { ...thread, messages: thread.messages.map(change) } })
  }

  #begin(): AbortSignal {
    this.#stream.abort()
    this.#stream = new AbortController()
    return this.#stream.signal
  }

  async #load(conversationId: string, signal: AbortSignal): Promise<void> {
    try {
      const thread = await api(conversationRead, { conversationId }, { signal, errors: 'caller' })
      if (signal.aborted) return
      this.#change({ thread, isLoading: false, error: null })
      const last = thread.messages.at(-1)
      if (last?.state === 'running') await this.#follow(last.id, signal)
    } catch (error) {
      if (!signal.aborted) this.#change({ error, isLoading: false })
    }
  }

  async #start(
    lines: Stream,
    signal: AbortSignal,
    after: string | null | undefined,
    onRefused: () => void,
  ): Promise<void> {
    try {
      const left = await this.#read(lines, signal, { after })
      if (left !== null && !signal.aborted) await this.#follow(left, signal)
    } catch (error) {
      if (signal.aborted) return
      if (!(error instanceof ApiError)) throw error
      this.#change({ refusal: error, pending: null })
      onRefused()
    } finally {
      this.#news.onChanged()
    }
  }

  /** Follows until the answer ends: the connection may break, the answer goes on. */
  async #follow(messageId: string, signal: AbortSignal): Promise<void> {
    for (const wait of againMs) {
      try {
        const lines = apiLines(
          'GET /api/v1/assistant/message/:messageId/follow',
          { messageId },
          { signal, errors: 'caller' },
        )
        if ((await this.#read(lines, signal, { followed: messageId })) === null) return
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'network') break
      }
      if (signal.aborted) return
      await new Promise((go) => setTimeout(go, wait))
    }
    if (!signal.aborted) this.reload()
  }

  /** Reads a stream to its end; what comes within a frame is shown at once. @returns the answer, if it goes on */
  async #read(
    lines: Stream,
    signal: AbortSignal,
    { after, followed }: { after?: string | null | undefined; followed?: string },
  ): Promise<string | null> {
    let messageId = followed ?? null
    let isOver = false
    // Without its beginning a stream repeats the text that is there.
    let waiting: AnswerEvent[] = followed === undefined ? [] : [{ type: 'text_reset' }]
    let isDue = false
    const flush = () => {
      isDue = false
      const events = waiting
      waiting = []
      if (signal.aborted || messageId === null || events.length === 0) return
      this.#apply(messageId, events, after)
    }
    for await (const event of lines) {
      if (signal.aborted) return null
      if (event.type === 'alive') continue
      if (event.type === 'begun') {
        messageId = event.message.id
        this.#shown = event.conversation.id
        waiting = []
        this.#news.onBegun(event.conversation.id)
      }
      waiting.push(event)
      if (event.type === 'ended') {
        isOver = true
        flush()
        this.#change({ ended: event.message })
      } else if (!isDue) {
        isDue = true
        if (document.hidden) setTimeout(flush, unseenMs)
        else requestAnimationFrame(flush)
      }
    }
    flush()
    return isOver ? null : messageId
  }

  #apply(messageId: string, events: readonly AnswerEvent[], after: string | null | undefined): void {
    const { thread } = this.state.get()
    const isBegun = events.some(({ type }) => type === 'begun')
    this.#change({
      thread: events.reduce(
        (now, event) => (event.type === 'begun' ? begun(now, event, after) : applied(now, messageId, event)),
        thread,
      ),
      isLoading: false,
      ...(isBegun && { pending: null, refusal: null }),
    })
  }
}
