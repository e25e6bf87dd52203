import type { SnmpType, Varbind } from '@netward/collector/snmp/agent'
import { compareOids } from '../recorded-agent.ts'

/** Collects the rows of an agent. */
export class Mib {
  readonly #rows: Varbind[] = []

  add(oid: string, type: SnmpType, value: Varbind['value']): this {
    this.#rows.push({ oid, type, value })
    return this
  }

  text(oid: string, value: string): this {
    return this.add(oid, 'octets', Buffer.from(value, 'utf8'))
  }

  bytes(oid: string, value: Uint8Array): this {
    return this.add(oid, 'octets', value)
  }

  integer(oid: string, value: number): this {
    return this.add(oid, 'integer', Math.round(value))
  }

  gauge(oid: string, value: number): this {
    return this.add(oid, 'gauge32', Math.round(value))
  }

  counter(oid: string, value: bigint): this {
    return this.add(oid, 'counter64', value)
  }

  counter32(oid: string, value: bigint): this {
    return this.add(oid, 'counter32', Number(value % 4_294_967_296n))
  }

  object(oid: string, value: string): this {
    return this.add(oid, 'oid', value)
  }

  /** In the order of an agent's answers. */
  rows(): readonly Varbind[] {
    return this.#rows.toSorted((a, b) => compareOids(a.oid, b.oid))
  }
}
