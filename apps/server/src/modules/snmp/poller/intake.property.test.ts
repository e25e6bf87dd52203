import type { ToCollector } from '@netward/collector'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import type { Scopes } from '../../../platform/db/scope.ts'
import { createLogger } from '../../../platform/log.ts'
import { DeviceValues } from './device-values.ts'
import { Intake } from './intake.ts'

const batch = (sequence: number) => ({ collector: 'c', epoch: 'e', sequence, sentAt: 0, polls: [] })

/** What a collector and a store do when the server is killed at any moment: sent again is what was not acknowledged. */
test('whenever the server is killed, every acknowledged batch is committed, and all are after the last start', async () => {
  const lives = fc.array(fc.record({ failures: fc.nat(2), writes: fc.nat(6) }), { maxLength: 4 })
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), lives, async (count, killed) => {
      const committed = new Set<number>()
      const acknowledged = new Set<number>()
      for (const life of [...killed, { failures: 1, writes: Number.POSITIVE_INFINITY }]) {
        let { failures, writes } = life
        const intake = new Intake({
          scopes: {} as Scopes,
          log: createLogger('silent'),
          name: 'c',
          values: new DeviceValues(),
          retryMilliseconds: 0,
          writeFacts: async () => true,
          owned: async () => new Set<number>(),
          saveParts: async () => {},
          writeBatch: async ({ sequence }) => {
            if (writes <= 0) throw new Error('killed')
            writes -= 1
            if (failures > 0) {
              failures -= 1
              throw new Error('away')
            }
            committed.add(sequence)
            // The commit was the last thing that it did.
            if (writes <= 0) throw new Error('killed after the commit')
          },
          send: (message: ToCollector) => {
            if (message.kind !== 'ack') return
            for (let n = 1; n <= message.sequence; n += 1) acknowledged.add(n)
          },
        })
        const unacknowledged = Array.from({ length: count }, (_, n) => n + 1).filter(
          (n) => !acknowledged.has(n),
        )
        for (const sequence of unacknowledged) intake.takeBatch(batch(sequence))
        await vi.waitFor(() => expect(writes === 0 || acknowledged.size === count).toBe(true), {
          interval: 1,
        })
        await intake.stop()
        expect([...acknowledged].filter((sequence) => !committed.has(sequence))).toEqual([])
      }
      expect(acknowledged.size).toBe(count)
    }),
    { numRuns: 60 },
  )
})
