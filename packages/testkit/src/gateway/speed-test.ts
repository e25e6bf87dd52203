import http from 'node:http'

/** What a test by HTTP came to; times are milliseconds since 1970, with fractions. */
export interface Measured {
  opened: number
  connected: number
  requested: number
  began: number
  ended: number
  bytes: number
}

/** DiagnosticsState of DownloadDiagnostics. and UploadDiagnostics. */
export class SpeedTestFailure extends Error {
  readonly state: 'Error_InitConnectionFailed' | 'Error_NoResponse' | 'Error_TransferFailed'

  constructor(state: SpeedTestFailure['state']) {
    super(state)
    this.state = state
  }
}

const now = () => performance.timeOrigin + performance.now()
const idleMs = 10_000
const part = Buffer.alloc(64 * 1024, 'netward')

/**
 * Fetches a URL by HTTP, or sends `bytes` to it, and keeps none of it. By time it hangs up when the time, which begins
 * with the bytes, is over.
 */
export function measure(
  url: URL,
  send: { bytes: number } | null,
  durationMs: number | null,
): Promise<Measured> {
  const { promise, resolve, reject } = Promise.withResolvers<Measured>()
  const told: Measured = { opened: now(), connected: 0, requested: 0, began: 0, ended: 0, bytes: 0 }
  const method = send === null ? 'GET' : 'PUT'
  const headers = send === null || durationMs !== null ? {} : { 'Content-Length': String(send.bytes) }
  const request = http.request(url, { method, headers, agent: false, timeout: idleMs })
  const finish = () => {
    told.ended = now()
    resolve(told)
  }
  const isOver = () => durationMs !== null && now() > told.began + durationMs
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      told.connected = now()
      told.requested = told.connected
      if (send === null) request.end()
      else void sendAll()
    })
  })
  const sendAll = async () => {
    told.began = now()
    const most = durationMs === null ? send!.bytes : Number.POSITIVE_INFINITY
    while (told.bytes < most && !isOver() && !request.destroyed) {
      const piece = part.subarray(0, Math.min(part.length, most - told.bytes))
      told.bytes += piece.length
      await new Promise<void>((passed) => request.write(piece, () => passed()))
    }
    request.end()
  }
  request.on('response', (response) => {
    if (response.statusCode !== 200) {
      response.resume()
      reject(new SpeedTestFailure('Error_TransferFailed'))
      return
    }
    if (send === null) told.began = now()
    response.on('data', (piece: Buffer) => {
      if (send === null) told.bytes += piece.length
      if (send === null && isOver()) {
        finish()
        request.destroy()
      }
    })
    response.on('end', finish)
    response.on('error', () => reject(new SpeedTestFailure('Error_TransferFailed')))
  })
  request.on('timeout', () => request.destroy())
  request.on('error', () =>
    reject(new SpeedTestFailure(told.connected === 0 ? 'Error_InitConnectionFailed' : 'Error_NoResponse')),
  )
  return promise
}
