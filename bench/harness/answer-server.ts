import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serveJobs } from './job-process.ts'

/**
 * Answers every request with the same JSON from memory: the limit of node:http for an answer of this size.
 */
export interface AnswerServer {
  readonly kind: 'answer'
  readonly body: string
}

let server: Server | null = null

function answer({ body }: AnswerServer): Promise<{ port: number }> {
  server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
      })
      response.end(body)
    })
  })
  const listening = server.listen(0, '127.0.0.1')
  return new Promise((resolve) => {
    listening.once('listening', () => resolve({ port: (listening.address() as AddressInfo).port }))
  })
}

serveJobs({ answer })
