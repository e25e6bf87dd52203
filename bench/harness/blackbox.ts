import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { timeOf } from './process-cpu.ts'

const program = '/usr/bin/prometheus-blackbox-exporter'
const config = '/etc/prometheus/blackbox.yml'
const port = 19_115

export const hasBlackbox = (): boolean => existsSync(program)

export interface BlackboxMeasuring {
  readonly perSecond: number
  readonly microseconds: number
  readonly failed: number
}

/**
 * The blackbox exporter of Debian, asked as Prometheus asks it: a request over a kept connection for each check.
 * @param targetOf of the nth check
 */
export async function measureBlackbox(
  module: 'tcp_connect' | 'http_2xx',
  targetOf: (at: number) => string,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<BlackboxMeasuring> {
  const exporter = spawn(
    program,
    [`--config.file=${config}`, `--web.listen-address=127.0.0.1:${port}`, '--log.level=error'],
    { stdio: 'ignore' },
  )
  const agent = new http.Agent({ keepAlive: true, maxSockets: 64 })
  try {
    await untilItAnswers()
    const before = timeOf(exporter.pid ?? 0)
    const began = performance.now()
    const seen = { done: 0, failed: 0 }
    const asked: Promise<void>[] = []
    for (let at = 0; at < perSecond * seconds; at++) {
      const due = began + (1000 * at) / perSecond - performance.now()
      if (due > 1) await wait(due)
      asked.push(
        probe(agent, module, targetOf(at)).then((passed) => {
          seen.done++
          if (!passed) seen.failed++
          return undefined
        }),
      )
    }
    await Promise.all(asked)
    const cpu = timeOf(exporter.pid ?? 0) - before
    return {
      perSecond: (1000 * seen.done) / (performance.now() - began),
      microseconds: (1000 * cpu) / seen.done,
      failed: seen.failed,
    }
  } finally {
    agent.destroy()
    exporter.kill()
  }
}

async function untilItAnswers(): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const answered = await fetch(`http://127.0.0.1:${port}/-/healthy`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return
    await wait(100)
  }
  throw new Error('the blackbox exporter does not answer')
}

function probe(agent: http.Agent, module: string, target: string): Promise<boolean> {
  const path = `/probe?${new URLSearchParams({ module, target }).toString()}`
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path, agent }, (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => (text += part))
        response.once('end', () => resolve(/^probe_success 1$/m.test(text)))
      })
      .once('error', reject)
  })
}
