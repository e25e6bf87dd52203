import type { TerminalMessage } from '@netward/contract/terminal-values'

export interface TerminalSocket {
  type(text: string): void
  resize(columns: number, rows: number): void
  answer(round: number, answers: readonly string[]): void
  end(): void
}

type Over = Extract<TerminalMessage, { type: 'over' }>

/** The connection of one terminal. `over` is called once, also on network loss. */
export function openSocket(
  ticket: string,
  size: { columns: number; rows: number },
  heard: {
    shown: (bytes: Uint8Array) => void
    onMessage: (message: Exclude<TerminalMessage, Over>) => void
    over: (message: Over) => void
  },
): TerminalSocket {
  const address = new URL('/api/v1/device/terminal/stream', window.location.href)
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:'
  address.hash = ''
  address.search = new URLSearchParams({
    ticket,
    columns: String(size.columns),
    rows: String(size.rows),
  }).toString()
  const socket = new WebSocket(address)
  socket.binaryType = 'arraybuffer'
  let isOver = false
  const over = (message: Over) => {
    if (isOver) return
    isOver = true
    heard.over(message)
  }
  socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
    if (typeof data !== 'string') {
      heard.shown(new Uint8Array(data))
      return
    }
    const message = JSON.parse(data) as TerminalMessage
    if (message.type === 'over') over(message)
    else heard.onMessage(message)
  })
  socket.addEventListener('close', () => over({ type: 'over', outcome: 'broken' }))
  const say = (message: object) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  return {
    type(text) {
      if (socket.readyState === WebSocket.OPEN) socket.send(new TextEncoder().encode(text))
    },
    resize: (columns, rows) => say({ type: 'resize', columns, rows }),
    answer: (round, answers) => say({ type: 'answer', round, answers }),
    end() {
      say({ type: 'end' })
      // The listener is gone; later messages are dropped.
      isOver = true
      socket.close()
    },
  }
}
