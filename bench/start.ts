import { effort, type Options } from './harness/options.ts'
import { proportionalMegabytesBelow, residentMegabytes } from './harness/process-cpu.ts'
import type { Section } from './harness/report.ts'
import { BenchServer } from './harness/server.ts'

const idleSeconds = 10

/** From an empty data directory to ready, again with existing data, and idle memory. */
export async function start(options: Options): Promise<Section[]> {
  const { runs } = effort(options)
  const first: number[] = []
  const again: number[] = []
  const stopped: number[] = []
  const memory: number[] = []
  const database: number[] = []
  for (let run = 0; run < runs; run += 1) {
    const server = new BenchServer()
    try {
      first.push((await server.start()) / 1000)
      const began = performance.now()
      await server.stop()
      stopped.push((performance.now() - began) / 1000)
      again.push((await server.start()) / 1000)
      // Once is enough for a ten-second step: the last run of several, the only one of a quick pass.
      if (run < runs - 1) continue
      await new Promise((resolve) => setTimeout(resolve, idleSeconds * 1000))
      memory.push(residentMegabytes(server.pid))
      database.push(proportionalMegabytesBelow(server.pid))
    } finally {
      await server.remove()
    }
  }
  return [
    {
      title: 'Start, database included, and memory',
      figures: [
        { name: 'first start on an empty data directory to ready', values: first, unit: 's', decimals: 2 },
        {
          name: 'restart to ready',
          values: again,
          unit: 's',
          decimals: 2,
          goal: { of: 'value', atMost: 2 },
        },
        { name: 'stop', values: stopped, unit: 's', decimals: 2 },
        {
          name: `server process after ${idleSeconds} s idle, resident`,
          values: memory,
          unit: 'MB',
          goal: { of: 'value', atMost: 150 },
        },
        { name: 'its database, shared memory counted once', values: database, unit: 'MB' },
      ],
    },
  ]
}
