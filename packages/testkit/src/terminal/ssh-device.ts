import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server as TcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import ssh2, { type KeyboardAuthContext, type ServerChannel } from 'ssh2'
import { plainAnswers, type ShellAnswers } from './demo-shell.ts'

export interface SshDevice {
  readonly port: number
  /** The last window size. */
  readonly size: () => { columns: number; rows: number }
  /** Writes to all connected clients. */
  show(bytes: Buffer | string): void
  /** Uses another host key from now on, as after a reset. */
  changeHostKey(): void
  stop(): Promise<void>
}

/** Its keyboard-interactive prompts and the accepted answers. */
export interface InteractiveRound {
  readonly name?: string
  readonly instructions?: string
  readonly prompts: readonly { readonly prompt: string; readonly echo: boolean }[]
  readonly answers: readonly string[]
}

export const newHostKey = (): string =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString()

/** An SSH server with a small shell: echoes input, answers a few commands, exits on `exit`. */
export async function startSshDevice(options: {
  username: string
  password: string
  /** Default 127.0.0.1. */
  address?: string
  port?: number
  /** Only keyboard-interactive: these prompts in order, or the password. */
  interactive?: boolean | readonly InteractiveRound[]
  /** PEM; generated if left out. */
  hostKey?: string
  greeting?: string
  /** Of the shell, while it waits for a line. */
  prompt?: string
  answers?: ShellAnswers
}): Promise<SshDevice> {
  const { greeting = 'Welcome\r\n', prompt = 'gateway# ', answers = plainAnswers } = options
  const rounds =
    options.interactive === true
      ? [{ prompts: [{ prompt: 'Password: ', echo: false }], answers: [options.password] }]
      : options.interactive || []
  const channels = new Set<ServerChannel>()
  const sockets = new Set<{ destroy(): void }>()
  let size = { columns: 0, rows: 0 }
  let key = options.hostKey ?? newHostKey()
  const tcp: TcpServer = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const server = new ssh2.Server({ hostKeys: [key] })
    server.on('connection', (client) => {
      client.on('error', () => {})
      client.on('authentication', (attempt) => {
        const named = attempt.username === options.username
        if (rounds.length > 0) {
          if (attempt.method !== 'keyboard-interactive') attempt.reject(['keyboard-interactive'])
          else askRounds(attempt, named, rounds)
          return
        }
        if (attempt.method === 'password' && named && attempt.password === options.password) attempt.accept()
        else attempt.reject(['password'])
      })
      client.on('session', (accept) => {
        const session = accept()
        session.on('pty', (yes, _no, { cols, rows }) => {
          size = { columns: cols, rows }
          yes?.()
        })
        session.on('window-change', (yes, _no, { cols, rows }) => {
          size = { columns: cols, rows }
          yes?.()
        })
        session.on('shell', (yes) => {
          const channel = yes()
          channels.add(channel)
          channel.on('close', () => channels.delete(channel))
          runShell(channel, { greeting, prompt, answers }, () => size)
        })
      })
    })
    server.injectSocket(socket)
  })
  tcp.listen(options.port ?? 0, options.address ?? '127.0.0.1')
  await once(tcp, 'listening')
  return {
    port: (tcp.address() as AddressInfo).port,
    size: () => size,
    show: (bytes) => channels.forEach((channel) => channel.write(bytes)),
    changeHostKey: () => {
      key = newHostKey()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      tcp.close()
      await once(tcp, 'close')
    },
  }
}

function askRounds(
  attempt: KeyboardAuthContext,
  named: boolean,
  [round, ...more]: readonly InteractiveRound[],
): void {
  if (round === undefined) {
    attempt.accept()
    return
  }
  const { name = '', instructions = '', prompts, answers } = round
  attempt.prompt([...prompts], name, instructions, (typed) => {
    if (named && typed.join('\0') === answers.join('\0')) askRounds(attempt, named, more)
    else attempt.reject(['keyboard-interactive'])
  })
}

function runShell(
  channel: ServerChannel,
  { greeting, prompt, answers }: { greeting: string; prompt: string; answers: ShellAnswers },
  size: () => { columns: number; rows: number },
): void {
  let line = ''
  channel.write(`${greeting}${prompt}`)
  channel.on('data', (bytes: Buffer) => {
    for (const char of bytes.toString('utf8')) {
      if (char === '\r') {
        channel.write('\r\n')
        const answer = answers(line, size())
        if (answer === null) {
          channel.exit(0)
          channel.end()
          return
        }
        channel.write(`${answer}${prompt}`)
        line = ''
      } else if (char === '\u0003') {
        channel.write(`^C\r\n${prompt}`)
        line = ''
      } else if (char === '\u007f') {
        if (line !== '') channel.write('\b \b')
        line = line.slice(0, -1)
      } else if (char >= ' ') {
        line += char
        channel.write(char)
      }
    }
  })
}
