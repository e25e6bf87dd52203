import { once } from 'node:events'
import { connect } from 'node:net'
import ssh2 from 'ssh2'
import { serveJobs } from './job-process.ts'

/** Terminals straight on the device. */
export interface DirectTerminals {
  readonly kind: 'direct'
  readonly count: number
  readonly port: number
  readonly username: string
  readonly password: string
}

/** Terminals through the server, by their ticket addresses. */
export interface ThroughTerminals {
  readonly kind: 'through'
  readonly addresses: readonly string[]
}

/** One keystroke per second in each open terminal, spread over the second. */
export interface TypeLoad {
  readonly kind: 'type'
  readonly seconds: number
}

interface Terminal {
  type(text: string): void
  close(): void
  shown: () => void
}

const promptMilliseconds = 30_000
const opening = 8
let terminals: Terminal[] = []

async function direct({ count, ...device }: DirectTerminals): Promise<null> {
  let left = count
  const lane = async () => {
    while (left-- > 0) await openDirect(device)
  }
  await Promise.all(Array.from({ length: opening }, lane))
  return null
}

async function openDirect({ port, username, password }: Omit<DirectTerminals, 'kind' | 'count'>) {
  const client = new ssh2.Client()
  // As in the server: keystrokes do not wait for each other.
  const sock = connect({ host: '127.0.0.1', port, noDelay: true })
  client.connect({ sock, username, password, hostVerifier: () => true })
  await once(client, 'ready')
  const channel = await new Promise<ssh2.ClientChannel>((resolve, reject) => {
    client.shell({ term: 'xterm-256color', cols: 80, rows: 24, width: 0, height: 0 }, (error, made) => {
      if (error) reject(error)
      else resolve(made)
    })
  })
  const terminal: Terminal = {
    type: (text) => void channel.write(text),
    close: () => client.end(),
    shown: () => {},
  }
  await prompted((heard) => channel.on('data', (bytes: Buffer) => heard(bytes.toString('latin1'))), terminal)
}

async function through({ addresses }: ThroughTerminals): Promise<null> {
  await Promise.all(addresses.map(openThrough))
  return null
}

async function openThrough(address: string) {
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  const terminal: Terminal = {
    type: (text) => socket.send(Buffer.from(text)),
    close: () => socket.close(),
    shown: () => {},
  }
  await prompted((heard) => {
    socket.addEventListener('message', ({ data }: { data: string | ArrayBuffer }) => {
      if (typeof data !== 'string') heard(Buffer.from(data).toString('latin1'))
    })
  }, terminal)
}

/** A terminal is open once its prompt was seen; from then on each frame is an echo. */
function prompted(listen: (heard: (text: string) => void) => void, terminal: Terminal): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('a terminal showed no prompt')), promptMilliseconds)
    let text = ''
    let open = false
    listen((piece) => {
      if (open) {
        terminal.shown()
        return
      }
      text += piece
      if (!text.includes('gateway# ')) return
      open = true
      clearTimeout(late)
      terminals.push(terminal)
      resolve()
    })
  })
}

/** @returns milliseconds from each keystroke to its echo */
async function type({ seconds }: TypeLoad): Promise<{ latencies: number[]; missing: number }> {
  const latencies: number[] = []
  let missing = 0
  await Promise.all(
    terminals.map(async (terminal, index) => {
      const first = performance.now() + (index / terminals.length) * 1000
      for (let second = 0; second < seconds; second += 1) {
        await new Promise((resolve) =>
          setTimeout(resolve, Math.max(0, first + second * 1000 - performance.now())),
        )
        const sent = performance.now()
        const echoed = new Promise<void>((resolve) => {
          terminal.shown = resolve
        })
        terminal.type('x')
        const lost = new Promise<'lost'>((resolve) => {
          setTimeout(() => resolve('lost'), 5_000).unref()
        })
        if ((await Promise.race([echoed, lost])) === 'lost') missing += 1
        else latencies.push(performance.now() - sent)
      }
    }),
  )
  return { latencies, missing }
}

async function close(): Promise<number> {
  const count = terminals.length
  for (const terminal of terminals) terminal.close()
  terminals = []
  return count
}

serveJobs({ direct, through, type, close })
