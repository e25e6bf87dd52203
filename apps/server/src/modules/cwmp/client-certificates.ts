import { readFile, stat } from 'node:fs/promises'
import type { Server } from 'node:https'
import type { SecureContextOptions, TLSSocket } from 'node:tls'
import { LRUCache } from 'lru-cache'
import { peerAddress } from '../../platform/forwarded.ts'
import { every } from '../../platform/jobs/worker.ts'
import type { Logger } from '../../platform/log.ts'
import type { AcsRepo } from './acs.repo.ts'
import { deviceText } from './facts.ts'

/**
 * Why a certificate of our authority is refused; certificates of other authorities can be shown by anyone.
 */
const revealingReasons = new Set([
  'CERT_REVOKED',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CRL_HAS_EXPIRED',
  'CRL_NOT_YET_VALID',
  'UNABLE_TO_GET_CRL',
])

/** Reports refused certificates: each once an hour, and once for all where the list itself is invalid. */
export class RefusedCertificates {
  readonly #repo: AcsRepo
  readonly #log: Logger
  readonly #logged = new LRUCache<string, true>({ max: 10_000, ttl: 3_600_000 })

  constructor(repo: AcsRepo, log: Logger) {
    this.#repo = repo
    this.#log = log
  }

  report(socket: TLSSocket): void {
    const reason = String(socket.authorizationError)
    const shown = socket.getPeerX509Certificate()
    if (shown === undefined || !revealingReasons.has(reason)) return
    const certificate = deviceText(shown.subject?.replaceAll('\n', ', ') ?? '')
    const what = reason.includes('CRL') ? reason : `${reason} ${shown.serialNumber}`
    if (this.#logged.has(what)) return
    this.#logged.set(what, true)
    const address = peerAddress(socket.remoteAddress)
    const number = deviceText(shown.serialNumber, 64)
    this.#log.warn({ reason, certificate, number, address }, 'the certificate of a gateway was refused')
    this.#repo
      .certificateRefused(reason, certificate, number, address)
      .catch((error: unknown) => this.#log.warn({ err: error }, 'a refused certificate was not noted'))
  }
}

/**
 * Reloads a revocation list when its file changes. An unreadable one leaves the previous list in force and is
 * reported once. Idle connections are closed, so that the next request meets the new list.
 */
export function followRevocations(
  server: Server,
  file: string,
  milliseconds: number,
  contextWith: (crl: string) => SecureContextOptions,
  log: Logger,
): void {
  let before = ''
  const look = async () => {
    let now = 'unreadable'
    try {
      const { mtimeMs, size } = await stat(file)
      now = `${mtimeMs} ${size}`
      if (now === before) return
      server.setSecureContext(contextWith(await readFile(file, 'utf8')))
      server.closeIdleConnections()
    } catch (error) {
      if (now !== before) log.error({ err: error, file }, 'the revocation list of gateways cannot be used')
    }
    before = now
  }
  const looking = every(milliseconds, log, 'acs.crl', look)
  server.on('close', () => looking.stop())
}
