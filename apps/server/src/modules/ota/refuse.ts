import type { ServerResponse } from 'node:http'

export function refuse(response: ServerResponse, status: number): void {
  response.writeHead(status, { connection: 'close', 'content-length': '0' })
  response.end()
}
