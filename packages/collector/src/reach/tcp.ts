import { connect } from 'node:net'

/**
 * How long a TCP connection takes, in milliseconds; a refusal is an answer of the host too. Null: neither came in time.
 * @param address literal, and checked
 */
export function tcpConnect(address: string, port: number, timeoutMs = 2000): Promise<number | null> {
  return new Promise((resolve) => {
    const began = performance.now()
    const socket = connect({ host: address, port, timeout: timeoutMs })
    const end = (answered: boolean) => {
      socket.destroy()
      resolve(answered ? performance.now() - began : null)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', (error: NodeJS.ErrnoException) => end(error.code === 'ECONNREFUSED'))
  })
}
