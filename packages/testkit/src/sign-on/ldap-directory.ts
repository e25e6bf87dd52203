import type { AddressInfo, Socket } from 'node:net'
import { createServer } from 'node:tls'
import { testCertificate, testKey } from '../tls-identity.ts'
import { childrenOf, type Element, elementAt, encoded, encodedInt, intOf } from './ber.ts'

export interface LdapEntry {
  readonly dn: string
  readonly password: string
  readonly attributes: Readonly<Record<string, string | Buffer | readonly string[]>>
}

export interface LdapDirectory {
  readonly port: number
  entries: LdapEntry[]
  /** Names that were bound, an anonymous bind as ''. */
  readonly binds: string[]
  /** Result code of every search; 0: none of its own. */
  searchResult: number
  /** Entries of a search without pages, and of one page: MaxPageSize of Active Directory. */
  mostEntries: number
  /** Cookies of pages never end. */
  isEndless: boolean
  /** The line breaks at this page of a search; null: it does not. */
  breaksAtPage: number | null
  stop(): Promise<void>
}

const results = {
  success: 0,
  protocolError: 2,
  sizeLimitExceeded: 4,
  invalidCredentials: 49,
  insufficientAccessRights: 50,
} as const

/**
 * A directory over LDAPS, written from RFC 4511 (messages), RFC 4513 (simple bind; a name without a password is anonymous and
 * succeeds, §5.1.2), RFC 4515 (filters) and RFC 2696 (pages, as of 1999). It searches below `baseDn` for the reading account alone.
 */
export async function startLdapDirectory(settings: {
  readonly bindDn: string
  readonly password: string
  readonly baseDn: string
}): Promise<LdapDirectory> {
  const binds: string[] = []
  const fake = {
    entries: [] as LdapEntry[],
    binds,
    searchResult: 0,
    mostEntries: 1000,
    isEndless: false,
    breaksAtPage: null as number | null,
  }
  const sockets = new Set<Socket>()
  const server = createServer({ cert: testCertificate, key: testKey }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let waiting = Buffer.alloc(0)
    const state: Session = { boundAs: '', pages: 0, paged: null }
    socket.on('data', (part: Buffer) => {
      waiting = Buffer.concat([waiting, part])
      for (let one = elementAt(waiting); one !== null; one = elementAt(waiting)) {
        waiting = waiting.subarray(one.size)
        const [id, operation, controls] = childrenOf(one.element)
        const answers = answersTo(operation!, controls, state)
        if (operation!.tag === 0x63 && state.pages === fake.breaksAtPage) {
          socket.destroy()
          return
        }
        socket.write(
          Buffer.concat(answers.map((answer) => encoded(0x30, encodedInt(2, intOf(id!)), ...answer))),
        )
        if (operation!.tag === 0x42) socket.end()
      }
    })
  })

  function answersTo(operation: Element, controls: Element | undefined, state: Session): Buffer[][] {
    if (operation.tag === 0x60) return [[result(0x61, bind(operation, state))]]
    if (operation.tag === 0x63) return search(operation, pageControlIn(controls), state)
    return []
  }

  function bind(operation: Element, state: Session): number {
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

  function search(operation: Element, page: PageControl | null, state: Session): Buffer[][] {
    if (fake.searchResult !== 0) return [[result(0x65, fake.searchResult)]]
    if (state.boundAs !== settings.bindDn) return [[result(0x65, results.insufficientAccessRights)]]
    const [base, , , limit, , , filter, wanted] = childrenOf(operation)
    const below = base!.value.toString().toLowerCase()
    const found = fake.entries.filter(
      (entry) =>
        entry.dn.toLowerCase().endsWith(below) &&
        below.endsWith(settings.baseDn.toLowerCase()) &&
        fits(filter!, entry),
    )
    const attributes = childrenOf(wanted!).map(({ value }) => value.toString().toLowerCase())
    const shown = (entries: LdapEntry[]) => entries.map((entry) => [entryOf(entry, attributes)])
    if (page === null) {
      const most = Math.min(intOf(limit!) || found.length, fake.mostEntries)
      const code = found.length > most ? results.sizeLimitExceeded : results.success
      return [...shown(found.slice(0, most)), [result(0x65, code)]]
    }
    // A cookie belongs to its search on its connection.
    const key = Buffer.concat([base!.value, filter!.value]).toString('hex')
    const from = page.cookie === '' ? 0 : Number(page.cookie)
    if (page.cookie !== '' && (state.paged !== key || !Number.isInteger(from)))
      return [[result(0x65, results.protocolError)]]
    state.paged = key
    state.pages = page.cookie === '' ? 1 : state.pages + 1
    const next = from + Math.min(page.size, fake.mostEntries)
    const cookie = next < found.length ? String(next) : fake.isEndless ? String(from) : ''
    return [...shown(found.slice(from, next)), [result(0x65, results.success), pageControl(cookie)]]
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

interface Session {
  boundAs: string
  pages: number
  paged: string | null
}

interface PageControl {
  readonly size: number
  readonly cookie: string
}

const pagedResults = '1.2.840.113556.1.4.319'

function pageControlIn(controls: Element | undefined): PageControl | null {
  for (const control of controls?.tag === 0xa0 ? childrenOf(controls) : []) {
    const parts = childrenOf(control)
    if (parts[0]!.value.toString() !== pagedResults) continue
    const [size, cookie] = childrenOf(elementAt(parts.at(-1)!.value)!.element)
    return { size: intOf(size!), cookie: cookie!.value.toString() }
  }
  return null
}

const pageControl = (cookie: string) =>
  encoded(
    0xa0,
    encoded(0x30, encoded(4, pagedResults), encoded(4, encoded(0x30, encodedInt(2, 0), encoded(4, cookie)))),
  )

const valuesIn = (value: string | Buffer | readonly string[]): readonly (string | Buffer)[] =>
  typeof value === 'string' || Buffer.isBuffer(value) ? [value] : value

/** Attributes that were asked for; operational ones come only so (RFC 4511 §4.5.1.8). */
const entryOf = ({ dn, attributes }: LdapEntry, wanted: readonly string[]) =>
  encoded(
    0x64,
    encoded(4, dn),
    encoded(
      0x30,
      ...Object.entries(attributes)
        .filter(([name]) => wanted.length === 0 || wanted.includes(name.toLowerCase()))
        .map(([name, value]) =>
          encoded(0x30, encoded(4, name), encoded(0x31, ...valuesIn(value).map((one) => encoded(4, one)))),
        ),
    ),
  )

function fits(filter: Element, entry: LdapEntry): boolean {
  const valuesOf = (name: string) =>
    valuesIn(
      Object.entries(entry.attributes).find(([key]) => key.toLowerCase() === name.toLowerCase())?.[1] ?? [],
    )
  switch (filter.tag) {
    case 0xa0:
      return childrenOf(filter).every((part) => fits(part, entry))
    case 0xa1:
      return childrenOf(filter).some((part) => fits(part, entry))
    case 0xa2:
      return !fits(childrenOf(filter)[0]!, entry)
    case 0xa3: {
      const [name, value] = childrenOf(filter).map((part) => part.value)
      return valuesOf(name!.toString()).some((one) =>
        Buffer.isBuffer(one) ? one.equals(value!) : one.toLowerCase() === value!.toString().toLowerCase(),
      )
    }
    // Substrings: of the middle alone.
    case 0xa4: {
      const [name, parts] = childrenOf(filter)
      return childrenOf(parts!).every(({ value }) =>
        valuesOf(name!.value.toString()).some((one) =>
          one.toString().toLowerCase().includes(value.toString().toLowerCase()),
        ),
      )
    }
    // Greater or equal, of generalized times.
    case 0xa5: {
      const [name, value] = childrenOf(filter).map((part) => part.value.toString())
      return valuesOf(name!).some((one) => one.toString().slice(0, 14) >= value!.slice(0, 14))
    }
    case 0x87:
      return valuesOf(filter.value.toString()).length > 0
    // Extensible: bitwise and of Active Directory, 1.2.840.113556.1.4.803.
    case 0xa9: {
      const parts = childrenOf(filter)
      const name = parts.find(({ tag }) => tag === 0x82)!.value.toString()
      const mask = Number(parts.find(({ tag }) => tag === 0x83)!.value.toString())
      return (Number(valuesOf(name)[0]?.toString() ?? 0) & mask) === mask
    }
    default:
      return false
  }
}
