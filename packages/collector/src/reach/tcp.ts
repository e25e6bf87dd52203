import { connect } from 'node:net'

/** A refusal is an answer of the host too. */
export type TcpOutcome = 'connected' | 'refused' | 'timeout' | 'unreachable'

export interface TcpOptions {
  readonly timeoutMs: number
  /** Literal address of this machine; null: as it routes. */
  readonly source?: string | null
}

/**
 * How a TCP connection to a literal, checked address ends, and after how long.
 * @returns null time: nothing answered
 */
export function tryTcp(
  address: string,
  port: number,
  { timeoutMs, source }: TcpOptions,
): Promise<{ readonly outcome: TcpOutcome; readonly time: number | null }> {
  return new Promise((resolve) => {
    const began = performance.now()
    const localAddress = source ?? undefined
    const socket = connect({ host: address, port, ...(localAddress !== undefined && { localAddress }) })
    // Of our own: an idle limit of the socket would begin anew with each packet.
    const timer = setTimeout(() => end('timeout'), timeoutMs)
    const end = (outcome: TcpOutcome) => {
      const time = performance.now() - began
      clearTimeout(timer)
      socket.destroy()
      resolve({ outcome, time: outcome === 'connected' || outcome === 'refused' ? time : null })
    }
    socket.once('connect', () => end('connected'))
    // Several may follow one another.
    socket.on('error', (error: NodeJS.ErrnoException) => end(outcomeOf(error)))
  })
}

function outcomeOf({ code }: NodeJS.ErrnoException): TcpOutcome {
  if (code === 'ECONNREFUSED') return 'refused'
  return code === 'ETIMEDOUT' ? 'timeout' : 'unreachable'
}

/**
 * How long a TCP connection takes, in milliseconds; a refusal is an answer of the host too. Null: neither came in time.
 * @param address literal, and checked
 */
export async function tcpConnect(address: string, port: number, timeoutMs = 2000): Promise<number | null> {
  return (await tryTcp(address, port, { timeoutMs })).time
}
