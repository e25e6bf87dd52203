import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server as TcpServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import ssh2, { type ServerChannel } from 'ssh2'

export interface SshDevice {
  readonly port: number
  /** What the last window was. */
  readonly size: () => { columns: number; rows: number }
  /** Writes to whoever is in. */
  show(bytes: Buffer | string): void
  /** Answers by another key from now on, as after a reset. */
  changeHostKey(): void
  stop(): Promise<void>
}

const newKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs1', format: 'pem' })
    .toString()

/** An SSH server with a small shell: it echoes what is typed, answers `uname` and `stty size`, and ends at `exit`. */
export async function startSshDevice(options: {
  username: string
  password: string
  port?: number
  /** Asks by keyboard-interactive alone. */
  interactive?: boolean
}): Promise<SshDevice> {
  const channels = new Set<ServerChannel>()
  const sockets = new Set<{ destroy(): void }>()
  let size = { columns: 0, rows: 0 }
  let key = newKey()
  const tcp: TcpServer = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => {})
    const server = new ssh2.Server({ hostKeys: [key] })
    server.on('connection', (client) => {
      client.on('error', () => {})
      client.on('authentication', (attempt) => {
        const named = attempt.username === options.username
        if (options.interactive === true) {
          if (attempt.method !== 'keyboard-interactive') return attempt.reject(['keyboard-interactive'])
          attempt.prompt([{ prompt: 'Password: ', echo: false }], (answers) =>
            named && answers[0] === options.password ? attempt.accept() : attempt.reject(),
          )
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
          runShell(channel, () => size)
        })
      })
    })
    server.injectSocket(socket)
  })
  tcp.listen(options.port ?? 0, '127.0.0.1')
  await once(tcp, 'listening')
  return {
    port: (tcp.address() as AddressInfo).port,
    size: () => size,
    show: (bytes) => channels.forEach((channel) => channel.write(bytes)),
    changeHostKey: () => {
      key = newKey()
    },
    async stop() {
      for (const socket of sockets) socket.destroy()
      tcp.close()
      await once(tcp, 'close')
    },
  }
}

function runShell(channel: ServerChannel, size: () => { columns: number; rows: number }): void {
  const prompt = 'gateway# '
  let line = ''
  channel.write(`Welcome\r\n${prompt}`)
  channel.on('data', (bytes: Buffer) => {
    for (const char of bytes.toString('utf8')) {
      if (char === '\r') {
        channel.write('\r\n')
        if (line === 'exit') {
          channel.exit(0)
          channel.end()
          return
        }
        channel.write(`${answerTo(line, size())}${prompt}`)
        line = ''
      } else if (char === '\u007f') {
        if (line !== '') channel.write('\b \b')
        line = line.slice(0, -1)
      } else {
        line += char
        channel.write(char)
      }
    }
  })
}

function answerTo(line: string, { columns, rows }: { columns: number; rows: number }): string {
  if (line === '') return ''
  if (line === 'stty size') return `${rows} ${columns}\r\n`
  if (line === 'uname') return 'Linux gateway 5.15.0\r\n'
  return `${line.split(' ')[0]}: not found\r\n`
}
