import type { X509Certificate } from 'node:crypto'
import type { Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import type { Key } from './acs-rows.ts'

/**
 * TR-069 3.4.4: `OUI-serial` or `OUI-class-serial`; a name of another form is shared by many and proves no
 * identity.
 */
const identityForm = /^[0-9A-F]{6}-[^-]+(?:-[^-]+)?$/i

/**
 * The identities that the certificate of a connection names, as written; empty without a certificate, and for
 * one that a whole series shares. TLS has verified it before the connection exists.
 */
export function certifiedNames(socket: Socket): readonly string[] {
  const certificate =
    socket instanceof TLSSocket && socket.authorized ? socket.getPeerX509Certificate() : undefined
  return certificate === undefined ? [] : namesOf(certificate)
}

export function namesOf({
  subject,
  subjectAltName,
}: Pick<X509Certificate, 'subject' | 'subjectAltName'>): string[] {
  const common = subject?.split('\n').flatMap((line) => (line.startsWith('CN=') ? [line.slice(3)] : [])) ?? []
  return [...new Set([...common, ...alternativeNames(subjectAltName ?? '')])].filter((name) =>
    identityForm.test(name),
  )
}

/** Node quotes a name that contains a comma: no identity does, and its content is not a name of its own. */
function alternativeNames(text: string): string[] {
  return [...text.matchAll(/([^:,"]+):("(?:[^"\\]|\\.)*"|[^,"]*)(?:, |$)/gy)].flatMap(([, kind, name = '']) =>
    (kind === 'DNS' || kind === 'URI') && !name.startsWith('"') ? [name] : [],
  )
}

/**
 * Characters other than letters, digits and _ are written as %XX in a name; a hyphen inside a part must be.
 */
function plain(name: string): string {
  return name
    .replaceAll(/%(?!2D)([0-9A-F]{2})/gi, (_all, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .toUpperCase()
}

export function isCertified(names: readonly string[], { oui, productClass, serialNumber }: Key): boolean {
  const part = (text: string) => plain(text.replaceAll('%', '%25').replaceAll('-', '%2D'))
  const fitting = [
    `${oui}-${part(serialNumber)}`,
    ...(productClass === '' ? [] : [`${oui}-${part(productClass)}-${part(serialNumber)}`]),
  ]
  return names.some((name) => fitting.includes(plain(name)))
}
