import type { Duplex } from 'node:stream'
import type { Shell, ShellEvents } from './shell.ts'
import { type Size, TelnetCodec } from './telnet-codec.ts'
import { TelnetLogin } from './telnet-login.ts'

/** A device that keeps asking without reading replies gets no more of them. */
const maxUnsent = 1024 * 1024

export interface TelnetOptions {
  readonly size: Size
  readonly username: string
  readonly password: string
  /** Login text uses the device's encoding. A character may arrive in pieces. */
  decode(bytes: Buffer): string
  encode(text: string): Buffer
}

export function telnetShell(socket: Duplex, options: TelnetOptions, events: ShellEvents): Shell {
  const codec = new TelnetCodec(options.size)
  const login = new TelnetLogin(options)
  let failed = false
  socket.on('data', (bytes) => {
    const { shown, answer } = codec.receive(bytes)
    if (answer.length > 0) socket.write(answer)
    if (socket.writableLength > maxUnsent) {
      socket.destroy()
      return
    }
    if (shown.length === 0) return
    events.shown(shown)
    const answered = login.answerTo(options.decode(shown))
    if (answered !== null) socket.write(codec.typed(options.encode(`${answered}\r`)))
  })
  socket.on('drain', () => events.drained())
  socket.on('error', () => {
    failed = true
  })
  socket.on('close', () => events.closed(failed ? 'broken' : 'device_closed'))
  return {
    write(bytes) {
      login.typed(bytes.toString('latin1'))
      return socket.write(codec.typed(bytes))
    },
    resize(size) {
      const reported = codec.resize(size)
      if (reported.length > 0) socket.write(reported)
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    end: () => void socket.destroy(),
  }
}
