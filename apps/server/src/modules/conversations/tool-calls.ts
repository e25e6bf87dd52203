import type { AnswerPart, AnswerStep } from '@netward/contract/conversations'
import type { ToolCall } from '../assistant/index.ts'
import { answerRepo } from './answer.repo.ts'
import { fence } from './exit/index.ts'
import { type NamedReference, type Tool, type ToolAnswer, ToolFailure } from './tools/tool.ts'
import type { TurnEvents } from './turn-events.ts'
import { Ended, type TurnOf } from './turn-of.ts'

/** The calls of tools in one answer, and what came of them. */
export class ToolCalls {
  readonly results: { readonly stepId: string; readonly data: unknown }[] = []
  readonly references: NamedReference[] = []
  readonly parts: AnswerPart[] = []
  readonly #of: TurnOf
  readonly #events: TurnEvents
  readonly #asked = new Map<string, string>()

  constructor(of: TurnOf, events: TurnEvents) {
    this.#of = of
    this.#events = events
  }

  /** What the model reads of a call. */
  async use(asked: ToolCall, signal: AbortSignal): Promise<string> {
    const tool = this.#of.tools.find(({ name }) => name === asked.name)
    if (!tool) return 'There is no such tool.'
    const input = this.#of.exit.restoreValues({ ...asked.arguments })
    const key = `${tool.name} ${JSON.stringify(input)}`
    const earlier = this.#asked.get(key)
    if (earlier !== undefined) return `You already have this result: ${earlier}`
    const began = Date.now()
    const id = await this.#of.write((db) =>
      answerRepo.beginStep(db, this.#of.companyId, this.#of.messageId, { tool: tool.shown, input }),
    )
    const step: AnswerStep = {
      id,
      tool: tool.shown,
      input,
      state: 'running',
      result: null,
      error: null,
      milliseconds: null,
    }
    this.#asked.set(key, `step ${id}`)
    this.#events.push({ type: 'step', step })
    try {
      const answer = await this.#run(tool, input, signal)
      await this.#keepAnswer(answer, id)
      await this.#endStep({
        ...step,
        state: 'done',
        result: JSON.stringify(answer.data, null, 2),
        milliseconds: Date.now() - began,
      })
      return fence(tool.name, answer.data)
    } catch (error) {
      if (signal.aborted) throw error
      const failure = error instanceof ToolFailure ? error : new ToolFailure('failed', 'the tool failed')
      await this.#endStep({
        ...step,
        state: 'failed',
        error: failure.message,
        milliseconds: Date.now() - began,
      })
      if (failure.reason === 'session') throw new Ended('rights')
      return fence(tool.name, { error: failure.reason, message: failure.message })
    }
  }

  async #run(tool: Tool, given: Record<string, unknown>, signal: AbortSignal): Promise<ToolAnswer> {
    const { call, language, timeZone, now } = this.#of
    const answer = await tool.run(
      {
        call: (endpoint, input, more) => call(endpoint, input, { signal, ...more }),
        language,
        timeZone,
        now,
        signal,
      },
      given,
    )
    this.#of.exit.learn(answer.data)
    return answer
  }

  async #keepAnswer({ data, references, part, proposal }: ToolAnswer, stepId: string): Promise<void> {
    this.results.push({ stepId, data })
    this.references.push(...references)
    if (part) this.#addPart(part)
    if (proposal)
      this.#addPart({
        kind: 'proposal',
        proposal: await this.#of.write((db) =>
          answerRepo.addProposal(db, this.#of.companyId, this.#of.messageId, proposal),
        ),
      })
  }

  #addPart(part: AnswerPart): void {
    this.parts.push(part)
    this.#events.push({ type: 'part', part })
  }

  async #endStep(step: AnswerStep): Promise<void> {
    await this.#of.write((db) => answerRepo.endStep(db, this.#of.companyId, step))
    this.#events.push({ type: 'step', step })
  }
}
