import type { SimulatedGateway } from '@netward/testkit'
import type { ApiClient } from './server-process.ts'

/** What a server has acknowledged for one gateway. */
export interface Acknowledged {
  reboots: number
  /** The last confirmed name, and one that may or may not have been stored. */
  name: string | null
  nameUnderWay: string | null
  /** Commands by id, with the value that each sets. */
  sets: Map<string, string>
}

/** Edits, sets and reboots gateways continuously, and records every acknowledgement. */
export class BusyOperator {
  readonly acknowledged = new Map<SimulatedGateway, Acknowledged>()
  /** Status codes of all answers. */
  readonly codes = new Set<number | string>()
  /** Calls without an answer: the server was down. */
  unanswered = 0
  total = 0
  readonly #api: ApiClient
  #stopped = false
  #work: Promise<unknown> = Promise.resolve()

  constructor(api: ApiClient) {
    this.#api = api
  }

  /** Continues across restarts until `stop`. */
  start(gateways: readonly SimulatedGateway[], lanes = 3): void {
    this.#stopped = false
    for (const gateway of gateways) {
      const nothing = { reboots: 0, name: null, nameUnderWay: null, sets: new Map() }
      if (!this.acknowledged.has(gateway)) this.acknowledged.set(gateway, nothing)
    }
    this.#work = Promise.all(
      Array.from({ length: lanes }, async (_, lane) => {
        const mine = gateways.filter((_gateway, index) => index % lanes === lane)
        for (let round = 0; !this.#stopped; round++) {
          for (const gateway of mine) if (!this.#stopped) await this.#actOn(gateway, round)
        }
      }),
    )
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#work
  }

  async #actOn(gateway: SimulatedGateway, round: number): Promise<void> {
    const kept = this.acknowledged.get(gateway)!
    try {
      const { serialNumber } = gateway.factory.deviceId
      const listed = await this.#api.call('POST /api/v1/device/lists', { search: serialNumber })
      // Counted as well: in an outage this may be the only call that is refused.
      this.codes.add(listed.code)
      const deviceId = listed.data?.items.find((row) => row.serialNumber === serialNumber)?.id
      if (deviceId === undefined) return
      const label = `${serialNumber} ${round} ${this.total}`
      kept.nameUnderWay = label
      if (this.#took(await this.#api.call('PUT /api/v1/device/:deviceId', { deviceId, name: label })))
        kept.name = label
      const values = [
        {
          path: `${gateway.factory.model.root}DeviceInfo.ProvisioningCode`,
          value: label,
          type: 'string' as const,
        },
      ]
      const set = await this.#api.call('POST /api/v1/device/:deviceId/parameters/set', { deviceId, values })
      if (this.#took(set)) kept.sets.set(set.data.commandId, label)
      const reboot = await this.#api.call('POST /api/v1/device/batch/reboot', { deviceIds: [deviceId] })
      if (this.#took(reboot)) kept.reboots++
    } catch (error) {
      // From a refused or reset connection.
      if (!(error instanceof Error) || !/^(fetch failed|terminated)$/.test(error.message)) throw error
      this.unanswered++
    }
  }

  #took({ code }: { code: number | string }): boolean {
    this.codes.add(code)
    if (code === 0) this.total++
    return code === 0
  }
}
