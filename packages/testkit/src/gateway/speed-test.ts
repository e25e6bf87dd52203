import http from 'node:http'

/** Result of an HTTP test; times are milliseconds since 1970, with fractions. */
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
 * Downloads a URL by HTTP, or uploads `bytes` to it, discarding the data. A time-based test hangs up when its
 * time, counted from the first byte, is over.
 */
export function measure(
  url: URL,
  send: { bytes: number } | null,
  durationMs: number | null,
): Promise<Measured> {
  const { promise, resolve, reject } = Promise.withResolvers<Measured>()
  const measured: Measured = { opened: now(), connected: 0, requested: 0, began: 0, ended: 0, bytes: 0 }
  const method = send === null ? 'GET' : 'PUT'
  const headers = send === null || durationMs !== null ? {} : { 'Content-Length': String(send.bytes) }
  const request = http.request(url, { method, headers, agent: false, timeout: idleMs })
  const finish = () => {
    measured.ended = now()
    resolve(measured)
  }
  const isOver = () => durationMs !== null && now() > measured.began + durationMs
  request.on('socket', (socket) => {
    socket.once('connect', () => {
      measured.connected = now()
      measured.requested = measured.connected
      if (send === null) request.end()
      else void sendAll()
    })
  })
  const sendAll = async () => {
    measured.began = now()
    const most = durationMs === null ? send!.bytes : Number.POSITIVE_INFINITY
    while (measured.bytes < most && !isOver() && !request.destroyed) {
      const piece = part.subarray(0, Math.min(part.length, most - measured.bytes))
      measured.bytes += piece.length
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
    if (send === null) measured.began = now()
    response.on('data', (piece: Buffer) => {
      if (send === null) measured.bytes += piece.length
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
    reject(
      new SpeedTestFailure(measured.connected === 0 ? 'Error_InitConnectionFailed' : 'Error_NoResponse'),
    ),
  )
  return promise
}
