import type { ErrorCode } from '@netward/contract'
import { mostQuestionTokens, mostRounds, mostSeconds } from '@netward/contract/conversation-values'
import type { Scopes } from '../../platform/db/scope.ts'
import { AppError } from '../../platform/errors.ts'
import {
  CallFailed,
  callModel,
  type ModelMessage,
  type ModelRequest,
  type ReadyModel,
} from '../assistant/index.ts'
import { answerRepo } from './answer.repo.ts'
import { numbersOf, safeText } from './exit/index.ts'
import { ToolCalls } from './tool-calls.ts'
import { modelTool } from './tools/model-tool.ts'
import { TurnEvents } from './turn-events.ts'
import { Ended, type Failure, type TurnOf } from './turn-of.ts'

/** Output of one call: answers are short. */
const mostOutput = 2048
/** Calls of tools in one round that are answered. */
const mostCallsAtOnce = 6
const tooManyCalls = 'Too many calls at once: ask again.'
/** Between two writes of what there is. */
const keepMilliseconds = 2000

/**
 * One answer: rounds of a model that asks for tools, until it answers (operations.md 9). It goes on when nobody reads it, and
 * ends in any case: everything that it holds is written by then.
 */
export class Turn {
  readonly events = new TurnEvents()
  readonly #scopes: Scopes
  readonly #of: TurnOf
  readonly #stop = new AbortController()
  readonly #messages: ModelMessage[]
  readonly #calls: ToolCalls
  #text = ''
  #model: string | null = null
  #tokens = 0
  #cost = 0
  #longestPrompt = 0
  #written = 0

  constructor(scopes: Scopes, of: TurnOf) {
    this.#scopes = scopes
    this.#of = of
    this.#messages = [...of.messages]
    this.#calls = new ToolCalls(of, this.events)
  }

  stop(): void {
    this.#stop.abort()
  }

  /** Never throws: what fails is the end of the answer. */
  async run(): Promise<void> {
    const time = AbortSignal.timeout(mostSeconds * 1000)
    const signal = AbortSignal.any([this.#stop.signal, time])
    const keeping = setInterval(() => void this.#keep(), keepMilliseconds)
    let failure: Failure | null = null
    try {
      await this.#answer(signal)
    } catch (error) {
      failure = this.#failureOf(error, time)
    } finally {
      clearInterval(keeping)
    }
    await this.#end(failure)
  }

  #failureOf(error: unknown, time: AbortSignal): Failure | null {
    if (this.#stop.signal.aborted) return null
    if (time.aborted) return { reason: 'time', model: null, detail: '' }
    if (error instanceof Ended) return error.failure
    if (error instanceof CallFailed) {
      const { reason, detail } = error.failure
      return { reason: 'model', model: reason, detail }
    }
    if (error instanceof AppError)
      return { reason: refusals[error.code] ?? 'limits', model: null, detail: error.code }
    return { reason: 'model', model: 'answer', detail: '' }
  }

  async #answer(signal: AbortSignal): Promise<void> {
    for (let round = 1; round <= mostRounds; round++) {
      // The request that asked was allowed just now.
      if (round > 1 && !(await this.#of.isAllowed())) throw new Ended('rights')
      const { text, toolCalls } = await this.#ask(signal)
      if (toolCalls.length === 0) {
        if (text.trim() === '') throw new Ended('model', { model: 'answer' })
        return
      }
      if (this.#longestPrompt + this.#written >= mostQuestionTokens) throw new Ended('tokens')
      this.#text = ''
      if (text !== '') this.events.push({ type: 'text_reset' })
      this.#messages.push({ role: 'assistant', text, toolCalls })
      const answers = await Promise.all(
        toolCalls.slice(0, mostCallsAtOnce).map((one) => this.#calls.use(one, signal)),
      )
      for (const [at, { id }] of toolCalls.entries())
        this.#messages.push({ role: 'tool', callId: id, text: answers[at] ?? tooManyCalls })
    }
    throw new Ended('rounds')
  }

  async #ask(signal: AbortSignal) {
    const { companyId, personId, personName, feature, models, exit, tools, system } = this.#of
    const { request, masked } = exit.leave({
      system,
      messages: this.#messages,
      tools: tools.map(modelTool),
      mostOutput: Math.min(mostOutput, ...models.map((model) => model.mostOutput)),
    })
    const stream = exit.stream((text) => {
      this.#text += text
      this.events.push({ type: 'text', text })
    })
    try {
      const { answer, settled, provider } = await callModel(this.#scopes, {
        companyId,
        personId,
        personName,
        feature,
        models,
        request,
        onDelta: (text) => stream.push(text),
        onCall: (model) => this.#noteSent(model, request, masked),
        signal,
      })
      stream.end()
      this.#settle(settled)
      this.#model = `${provider.name} ${models.find((one) => one.provider.id === provider.id)?.model ?? ''}`
      return { text: answer.text, toolCalls: answer.toolCalls }
    } catch (error) {
      stream.end()
      if (error instanceof CallFailed) this.#settle(error.settled)
      throw error
    }
  }

  #settle({ usage, cost }: { usage: { input: number; output: number }; cost: number }): void {
    this.#tokens += usage.input + usage.output
    this.#cost += cost
    this.#longestPrompt = Math.max(this.#longestPrompt, usage.input)
    this.#written += usage.output
  }

  async #noteSent(
    { provider, model, isAbroad }: ReadyModel,
    request: ModelRequest,
    masked: { kind: string; count: number }[],
  ): Promise<void> {
    const { companyId, messageId, write } = this.#of
    await write((db) =>
      answerRepo.noteSent(db, companyId, messageId, {
        service: provider.name,
        model,
        isAbroad,
        request: JSON.stringify(request),
        masked,
      }),
    )
  }

  async #keep(): Promise<void> {
    const text = safeText(this.#text, this.#calls.references)
    const isStopped = await this.#of
      .write((db) => answerRepo.keep(db, this.#of.companyId, this.#of.messageId, text))
      .catch(() => false)
    if (isStopped) this.stop()
  }

  async #end(failure: Failure | null): Promise<void> {
    const text = safeText(this.#text, this.#calls.references)
    const ended = {
      state: this.#stop.signal.aborted
        ? ('stopped' as const)
        : failure
          ? ('failed' as const)
          : ('done' as const),
      text,
      numbers: numbersOf(text, this.#calls.results),
      failure,
      model: this.#model,
      tokens: this.#tokens,
      cost: this.#cost,
      parts: this.#calls.parts,
    }
    const { companyId, messageId, exit, stored } = this.#of
    await this.#of.write((db) => answerRepo.end(db, companyId, messageId, ended, exit.memory))
    this.events.push({ type: 'ended', message: await stored() })
  }
}

const refusals: Partial<Record<ErrorCode, Failure['reason']>> = {
  'assistant.month_budget_used': 'budget',
  'assistant.day_budget_used': 'budget',
  'assistant.too_many_calls': 'limits',
  'assistant.too_many_at_once': 'limits',
  'assistant.quota_used': 'budget',
  'assistant.consent_ended': 'rights',
  'assistant.service_gone': 'rights',
}
