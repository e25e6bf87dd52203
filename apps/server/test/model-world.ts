import type { ConsentContent, MaskedKind, ReadyModel } from '../src/modules/assistant/index.ts'
import { assistantRoutes, callModel, modelsFor } from '../src/modules/assistant/index.ts'
import { type ModelService, startOpenaiService } from '@netward/testkit'
import { companyMoveRoutes } from '../src/modules/organisations/index.ts'
import { createTestApp, type TestApp, type TestPerson } from './test-app.ts'

interface Company {
  readonly id: string
  readonly code: string
}

export const noLimits = {
  monthCost: null,
  monthTokens: null,
  dayCost: null,
  dayTokens: null,
  perMinute: 600,
  atOnce: 50,
  routes: [],
}

/** An MSP with a customer, a model service, and calls as the conversation makes them. */
export class ModelWorld {
  readonly t: TestApp
  readonly service: ModelService
  readonly outgoingRanges: string[]
  msp!: Company
  customer!: Company
  /** Administrators of the two. */
  above!: TestPerson
  below!: TestPerson

  private constructor(t: TestApp, service: ModelService, outgoingRanges: string[]) {
    this.t = t
    this.service = service
    this.outgoingRanges = outgoingRanges
  }

  static async start(): Promise<ModelWorld> {
    const outgoingRanges: string[] = []
    const t = await createTestApp((app, { scopes, secrets, messages }) => {
      assistantRoutes(app, { scopes, secrets, messages, outgoingRanges, times })
      companyMoveRoutes(app, { secrets, messages })
    })
    return new ModelWorld(t, await startOpenaiService(), outgoingRanges)
  }

  async stop(): Promise<void> {
    await this.service.stop()
    await this.t.stop()
  }

  async renew(): Promise<void> {
    for (const list of [this.service.heard, this.service.mistakes, this.service.faults]) list.length = 0
    this.msp = await this.t.company('middleman')
    this.customer = await this.t.company('company', this.msp.id)
    this.above = await this.t.person(this.msp.id, 'administrator')
    this.below = await this.t.person(this.customer.id, 'administrator')
    const open = [this.msp, this.customer].map(({ code }) => `127.0.0.0/8=${code}`)
    this.outgoingRanges.splice(0, this.outgoingRanges.length, ...open)
  }

  async add(by: TestPerson, more = {}): Promise<string> {
    const { data } = await by.call('POST /api/v1/assistant/provider', {
      name: 'Large',
      preset: 'other',
      address: this.service.address,
      key: this.service.key,
      model: 'netward-large',
      isAbroad: false,
      ...more,
    })
    return data.id
  }

  async agree(
    by: TestPerson,
    providerId: string,
    masked: MaskedKind[] = [],
    contents: ConsentContent[] = ['questions', 'network'],
  ): Promise<string> {
    const given = { providerId, contents, masked, abroad: true }
    return (await by.call('POST /api/v1/assistant/consent', given)).data.id
  }

  setLimits(by: TestPerson, more = {}) {
    return by.call('PUT /api/v1/assistant/settings', { ...noLimits, ...more })
  }

  models(payer: Company, subject: Company, personId?: string) {
    return modelsFor(this.t.scopes, this.t.secrets, {
      payerId: payer.id,
      subjectId: subject.id,
      ...(personId !== undefined && { personId }),
      feature: 'chat',
      outgoingRanges: this.outgoingRanges,
      times,
    })
  }

  call(models: readonly ReadyModel[], by: TestPerson, payer: Company) {
    return callModel(this.t.scopes, {
      companyId: payer.id,
      personId: by.personId,
      personName: 'Someone',
      feature: 'chat',
      models,
      request: {
        system: 'Answer.',
        messages: [{ role: 'user', text: 'Hello' }],
        tools: [],
        mostOutput: 500,
      },
      onDelta: () => {},
      signal: new AbortController().signal,
    })
  }
}

const times = { timeoutMilliseconds: 5000, silenceMilliseconds: 400 }
