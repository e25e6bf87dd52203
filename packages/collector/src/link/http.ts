import type { IncomingMessage } from 'node:http'
import type { HttpFinding, HttpTest, LinkProblem } from '@netward/contract/link-tests'
import type { Found } from './address.ts'
import { openRequest, webProblem } from './web-request.ts'

export interface HttpOutcome {
  readonly address: string | null
  readonly problem: LinkProblem | null
  readonly finding: HttpFinding
}

/** The text that is expected is looked for in as much; a body without one is cut earlier. */
const mostWithText = 256 * 1024
const mostWithout = 64 * 1024

/** @param find resolves the name within the time of the test, and checks the address */
export async function askHttp(
  test: HttpTest,
  find: (host: string) => Promise<Found>,
  source: string | null,
  stop?: AbortSignal,
): Promise<HttpOutcome> {
  const url = new URL(test.url)
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const began = performance.now()
  const { address, problem } = await find(hostname)
  const dns = performance.now() - began
  const nothing = {
    connect: null,
    tls: null,
    firstByte: null,
    total: null,
    status: null,
    certificateDays: null,
  }
  const resolved = { ...nothing, dns: hostname === address ? null : dns }
  if (address === null) return { address, problem, finding: resolved }
  const open = openRequest({ url, address, method: 'GET', source, signal: stop })
  let timedOut = false
  const timer = setTimeout(
    () => {
      timedOut = true
      open.request.destroy()
    },
    Math.max(1, test.timeoutMs - dns),
  )
  const { phases } = open
  const findingOf = (status: number | null, total: number | null): HttpFinding => ({
    dns: resolved.dns,
    connect: phases.connect,
    tls: phases.tls === null ? null : phases.tls - (phases.connect ?? 0),
    firstByte: phases.firstByte === null ? null : phases.firstByte - (phases.tls ?? phases.connect ?? 0),
    total,
    status,
    certificateDays: open.certificateDays(),
  })
  let status: number | null = null
  try {
    open.request.end()
    const response = await open.response
    status = response.statusCode ?? null
    const body = await readBody(response, test.text === null ? mostWithout : mostWithText)
    const total = performance.now() - began
    const finding = findingOf(status, total)
    return { address, problem: judge(test, finding, body), finding }
  } catch (error) {
    return { address, problem: webProblem(error, timedOut), finding: findingOf(status, null) }
  } finally {
    clearTimeout(timer)
    open.request.destroy()
  }
}

function judge(
  { statuses, text, certificateDays }: HttpTest,
  { status, certificateDays: days }: HttpFinding,
  body: Buffer,
): LinkProblem | null {
  if (status === null) return 'broken'
  const isRight = statuses.length === 0 ? status >= 200 && status < 400 : statuses.includes(status)
  if (!isRight) return 'status'
  if (text !== null && !body.includes(text)) return 'text'
  return certificateDays !== null && days !== null && days < certificateDays ? 'certificate' : null
}

async function readBody(response: IncomingMessage, most: number): Promise<Buffer> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part.subarray(0, most - size))
    size += part.length
    if (size >= most) break
  }
  return Buffer.concat(parts)
}
