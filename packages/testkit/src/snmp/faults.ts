import { arcsOf, integer, octets, tags, tlv } from './ber.ts'
import { compareArcs, entryOf, type MibEntry } from './mib.ts'

/** How an agent misbehaves: each hook replaces what a good one would do. */
export interface AgentFault {
  /** What GETNEXT and GETBULK answer after `arcs`. */
  next?(arcs: readonly number[], right: MibEntry | null): MibEntry | null
  /** Error status in place of an answer (RFC 3416 §4.2), for that many variables asked for. */
  status?(variables: number): number
  /** The datagrams that leave in place of the answer. */
  datagrams?(answer: Buffer): readonly Buffer[]
  /** They leave from another port. */
  elsewhere?: boolean
}

const isBelow = (arcs: readonly number[], root: readonly number[]): boolean =>
  arcs.length > root.length && root.every((arc, at) => arcs[at] === arc)

/** Every way in which agents are known to be broken. */
export const faults = {
  /** A table whose next row, after `rows` rows, is its first again. */
  backwards(root: string, rows: number): AgentFault {
    const table = arcsOf(root)
    let first: MibEntry | null = null
    let given = 0
    return {
      next(_arcs, right) {
        if (right === null || !isBelow(right.arcs, table)) return right
        first ??= right
        return ++given > rows ? first : right
      },
    }
  },
  /** A column that never ends. */
  endless(root: string): AgentFault {
    const column = arcsOf(root)
    return {
      next(arcs, right) {
        if (compareArcs(arcs, column) !== 0 && !isBelow(arcs, column)) return right
        const row = (arcs[column.length] ?? 0) + 1
        return entryOf(`${root}.${row}`, integer(row, tags.counter32))
      },
    }
  },
  /** The same row again and again. */
  stuck(root: string): AgentFault {
    const same = entryOf(`${root}.1`, integer(1))
    return { next: (arcs, right) => (isBelow(arcs, arcsOf(root)) ? same : right) }
  },
  /** Text where counters stand, and counters of nine bytes where text stands. */
  wrongTypes(root: string): AgentFault {
    const table = arcsOf(root)
    return {
      next: (_arcs, right) =>
        right !== null && isBelow(right.arcs, table)
          ? {
              ...right,
              value: (right.arcs.at(-1) ?? 0) % 2 === 0 ? octets('n/a') : tlv(0x47, Buffer.alloc(9, 255)),
            }
          : right,
    }
  },
  /** noSuchInstance in place of a row, in the middle of a table. */
  missing(row: string): AgentFault {
    const arcs = arcsOf(row)
    return {
      next: (_arcs, right) =>
        right !== null && compareArcs(right.arcs, arcs) === 0
          ? { ...right, value: tlv(tags.noSuchInstance) }
          : right,
    }
  },
  /** Answers longer than `bytes` are cut off there. */
  cutOff: (bytes: number): AgentFault => ({ datagrams: (answer) => [answer.subarray(0, bytes)] }),
  /** Answers longer than `bytes` are lost, as fragments are behind some firewalls. */
  lostAbove: (bytes: number): AgentFault => ({
    datagrams: (answer) => (answer.length > bytes ? [] : [answer]),
  }),
  /** The first `count` answers are lost. */
  lost(count: number): AgentFault {
    let left = count
    return { datagrams: (answer) => (left-- > 0 ? [] : [answer]) }
  },
  /** As many bytes as a datagram can hold, behind the answer. */
  oversized: (): AgentFault => ({
    datagrams: (answer) => [Buffer.concat([answer, Buffer.alloc(60_000 - answer.length, 0x30)])],
  }),
  /** Datagrams of one byte before each answer. */
  flood: (count: number): AgentFault => ({
    datagrams: (answer) => [...Array.from({ length: count }, () => Buffer.of(0x30)), answer],
  }),
  garbage: (): AgentFault => ({ datagrams: () => [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')] }),
  elsewhere: (): AgentFault => ({ elsewhere: true }),
  /** tooBig, as agents with small buffers say. */
  tooBigAbove: (variables: number): AgentFault => ({ status: (asked) => (asked > variables ? 1 : 0) }),
  genErr: (): AgentFault => ({ status: () => 5 }),
} as const
