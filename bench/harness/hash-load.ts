import { hashPassword } from '../../apps/server/src/modules/identity/index.ts'
import { serveJobs } from './job-process.ts'

/** The server's hashing alone: bounded to half the cores, as there. */
export interface HashLoad {
  readonly kind: 'hash'
  readonly milliseconds: number
}

const atOnce = 4

async function load({ milliseconds }: HashLoad): Promise<{ perSecond: number }> {
  const start = performance.now()
  const end = start + milliseconds
  let count = 0
  const lane = async () => {
    while (performance.now() < end) {
      await hashPassword('Benchmark-Pass-1')
      count += 1
    }
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return { perSecond: (count * 1000) / (performance.now() - start) }
}

serveJobs({ hash: load })
