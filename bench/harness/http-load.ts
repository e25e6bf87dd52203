import { HttpConnection } from './http-connection.ts'
import { serveJobs } from './job-process.ts'

/** One phase of load: each client sends its next request when the last one is answered. */
export interface HttpLoad {
  readonly kind: 'http'
  readonly host: string
  readonly port: number
  /** Bytes of whole requests, in base64; clients take them in turn. */
  readonly requests: readonly string[]
  readonly clients: number
  readonly milliseconds: number
  /** Requests per second of all clients together; unlimited by default. */
  readonly rate?: number
}

export interface LoadResult {
  readonly perSecond: number
  readonly count: number
  /** Answers other than 200. */
  readonly refused: number
  /** Milliseconds of each request. */
  readonly latencies: readonly number[]
}

async function load({ host, port, requests, clients, milliseconds, rate }: HttpLoad): Promise<LoadResult> {
  const bytes = requests.map((request) => Buffer.from(request, 'base64'))
  const connections = await Promise.all(
    Array.from({ length: clients }, () => HttpConnection.open(host, port)),
  )
  const latencies: number[] = []
  let refused = 0
  let next = 0
  const start = performance.now()
  const end = start + milliseconds
  await Promise.all(
    connections.map(async (connection, index) => {
      let turn = 0
      while (performance.now() < end) {
        let asked = performance.now()
        if (rate !== undefined) {
          // From the due time: waiting for the previous answer counts.
          asked = start + ((turn * clients + index) * 1000) / rate
          turn += 1
          const wait = asked - performance.now()
          if (asked >= end) break
          if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
        }
        next = (next + 1) % bytes.length
        const answer = await connection.request(bytes[next]!)
        latencies.push(performance.now() - asked)
        if (answer.status !== 200) refused += 1
      }
    }),
  )
  const seconds = (performance.now() - start) / 1000
  for (const connection of connections) connection.close()
  return { perSecond: latencies.length / seconds, count: latencies.length, refused, latencies }
}

serveJobs({ http: load })
