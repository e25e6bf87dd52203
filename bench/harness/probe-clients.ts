import { proofText, type ToProbe } from '@netward/collector/probe-frames'
import { probePath } from '@netward/contract/probe-values'
import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { serveJobs } from './job-process.ts'

/** Simulated probes: the protocol of the connection, without a collector behind it. */

export interface ConnectLoad {
  readonly kind: 'connect'
  readonly server: string
  readonly probeIds: readonly string[]
  /** PEM: one key for all of them. */
  readonly key: string
}

export interface Reconnected {
  readonly milliseconds: number
  /** Attempts that the server put off. */
  readonly putOff: number
}

let load: ConnectLoad
const open = new Map<string, WebSocket>()
let putOff = 0

/** Resolves when the server has welcomed it and sent its plan. */
function connect(probeId: string): Promise<void> {
  return new Promise((resolve) => {
    const key = createPrivateKey(load.key)
    const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64')
    const attempt = () => {
      const socket = new WebSocket(new URL(probePath, load.server.replace('http', 'ws')))
      let isPlanned = false
      socket.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data)) as ToProbe
        if (message.kind === 'challenge') {
          const signature = sign(null, Buffer.from(proofText(message.nonce, { probeId })), key).toString(
            'base64',
          )
          const about = { version: '0.1.0', system: 'bench', ranges: ['192.168.1.0/24'] }
          socket.send(JSON.stringify({ kind: 'proof', probeId, publicKey, signature, ...about }))
        } else if (message.kind === 'beat') {
          const facts = {
            reach: 'fping',
            trapPort: null,
            spoolBytes: 0,
            spoolOldestAt: null,
            dropped: 0,
            thinned: 0,
          }
          const beat = {
            kind: 'beat',
            n: message.n,
            at: Date.now(),
            memory: 1e8,
            devices: 0,
            upgrade: 'none',
            ...facts,
          }
          socket.send(JSON.stringify(beat))
        } else if (message.kind === 'collector' && !isPlanned) {
          isPlanned = true
          open.set(probeId, socket)
          resolve()
        }
      })
      socket.addEventListener('error', () => {})
      socket.addEventListener('close', () => {
        open.delete(probeId)
        if (isPlanned) return
        putOff++
        setTimeout(attempt, 500 + 1500 * Math.random())
      })
    }
    attempt()
  })
}

async function connectAll(): Promise<Reconnected> {
  putOff = 0
  const began = performance.now()
  await Promise.all(load.probeIds.map(connect))
  return { milliseconds: performance.now() - began, putOff }
}

serveJobs({
  async connect(job: ConnectLoad) {
    load = job
    return connectAll()
  },
  async close() {
    const gone = [...open.values()]
    for (const socket of gone) socket.close()
    while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  },
  again: connectAll,
})
