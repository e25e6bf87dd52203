import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { testCertificate, testKey } from '../tls-identity.ts'
import { childrenOf, type Element, elementAt, encoded, encodedInt, intOf } from './ber.ts'

export interface LdapEntry {
  readonly dn: string
  readonly password: string
  readonly attributes: Readonly<Record<string, string | Buffer>>
}

export interface LdapDirectory {
  readonly port: number
  entries: LdapEntry[]
  /** Names that were bound, an anonymous bind as ''. */
  readonly binds: string[]
  /** Result code of every search; 0: none of its own. */
  searchResult: number
  stop(): Promise<void>
}

const results = {
  success: 0,
  sizeLimitExceeded: 4,
  invalidCredentials: 49,
  insufficientAccessRights: 50,
} as const

/**
 * A directory over LDAPS, written from RFC 4511 (messages), RFC 4513 (simple bind; a name without a password is anonymous and
 * succeeds, §5.1.2) and RFC 4515 (filters). It searches below `baseDn` for the reading account alone.
 */
export async function startLdapDirectory(settings: {
  readonly bindDn: string
  readonly password: string
  readonly baseDn: string
}): Promise<LdapDirectory> {
  const binds: string[] = []
  const fake = { entries: [] as LdapEntry[], binds, searchResult: 0 }
  const sockets = new Set<Socket>()
  const server = createServer({ cert: testCertificate, key: testKey }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let waiting = Buffer.alloc(0)
    const state = { boundAs: '' }
    socket.on('data', (part: Buffer) => {
      waiting = Buffer.concat([waiting, part])
      for (let one = elementAt(waiting); one !== null; one = elementAt(waiting)) {
        waiting = waiting.subarray(one.size)
        const [id, operation] = childrenOf(one.element)
        for (const answer of answersTo(operation!, state))
          socket.write(encoded(0x30, encodedInt(2, intOf(id!)), answer))
        if (operation!.tag === 0x42) socket.end()
      }
    })
  })

  function answersTo(operation: Element, state: { boundAs: string }): Buffer[] {
    if (operation.tag === 0x60) return [result(0x61, bind(operation, state))]
    if (operation.tag === 0x63) return search(operation, state)
    return []
  }

  function bind(operation: Element, state: { boundAs: string }): number {
    const [, name, authentication] = childrenOf(operation)
    const dn = name!.value.toString()
    const password = authentication!.value.toString()
    state.boundAs = ''
    binds.push(password === '' ? '' : dn)
    if (password === '') return results.success
    const isReader = dn === settings.bindDn && password === settings.password
    if (!isReader && !fake.entries.some((entry) => entry.dn === dn && entry.password === password))
      return results.invalidCredentials
    state.boundAs = dn
    return results.success
  }

  function search(operation: Element, { boundAs }: { boundAs: string }): Buffer[] {
    if (fake.searchResult !== 0) return [result(0x65, fake.searchResult)]
    if (boundAs !== settings.bindDn) return [result(0x65, results.insufficientAccessRights)]
    const [base, , , limit, , , filter] = childrenOf(operation)
    const below = base!.value.toString()
    const found = fake.entries.filter(
      (entry) => entry.dn.endsWith(below) && below.endsWith(settings.baseDn) && fits(filter!, entry),
    )
    const most = intOf(limit!) || found.length
    const code = found.length > most ? results.sizeLimitExceeded : results.success
    return [...found.slice(0, most).map(entryOf), result(0x65, code)]
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(fake, {
    port: (server.address() as AddressInfo).port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  })
}

const result = (tag: number, code: number) =>
  encoded(tag, encodedInt(0x0a, code), encoded(4, ''), encoded(4, ''))

const entryOf = ({ dn, attributes }: LdapEntry) =>
  encoded(
    0x64,
    encoded(4, dn),
    encoded(
      0x30,
      ...Object.entries(attributes).map(([name, value]) =>
        encoded(0x30, encoded(4, name), encoded(0x31, encoded(4, value))),
      ),
    ),
  )

function fits(filter: Element, entry: LdapEntry): boolean {
  const valueOf = (name: string) =>
    Object.entries(entry.attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1]
  switch (filter.tag) {
    case 0xa0:
      return childrenOf(filter).every((part) => fits(part, entry))
    case 0xa1:
      return childrenOf(filter).some((part) => fits(part, entry))
    case 0xa2:
      return !fits(childrenOf(filter)[0]!, entry)
    case 0xa3: {
      const [name, value] = childrenOf(filter).map((part) => part.value.toString())
      return valueOf(name!)?.toString().toLowerCase() === value!.toLowerCase()
    }
    case 0x87:
      return valueOf(filter.value.toString()) !== undefined
    // Extensible: bitwise and of Active Directory, 1.2.840.113556.1.4.803.
    case 0xa9: {
      const parts = childrenOf(filter)
      const name = parts.find(({ tag }) => tag === 0x82)!.value.toString()
      const mask = Number(parts.find(({ tag }) => tag === 0x83)!.value.toString())
      return (Number(valueOf(name)?.toString() ?? 0) & mask) === mask
    }
    default:
      return false
  }
}
