import { createServer as createPlain, type AddressInfo, type Socket } from 'node:net'
import { createServer, TLSSocket } from 'node:tls'
import { testCertificate, testKey } from '../tls-identity.ts'

/**
 * A mailbox over IMAP4rev1 (RFC 3501): LOGIN, EXAMINE, UID SEARCH and UID FETCH of whole mails or their beginning, with TLS from
 * the first byte or STARTTLS. It is strict: no sign-in in the clear, no fetch without a mailbox, no mark is ever set.
 */
export interface ImapServer {
  readonly port: number
  /** What clients sent, without the password. */
  readonly commands: readonly string[]
  uidValidity: number
  /** What a client may not do is refused. */
  password: string
  deliver(mail: string): number
  stop(): Promise<void>
}

interface Stored {
  readonly uid: number
  readonly at: Date
  readonly content: Buffer
}

interface Session {
  isSecure: boolean
  isSignedIn: boolean
  isOpen: boolean
}

export async function startImapServer(options: {
  security?: 'tls' | 'starttls' | 'none'
  user: string
  password: string
}): Promise<ImapServer> {
  const { security = 'tls', user } = options
  const mails: Stored[] = []
  const commands: string[] = []
  const sockets = new Set<Socket>()
  const identity = { cert: testCertificate, key: testKey }
  const serve = (socket: Socket, session: Session) => {
    socket.on('error', () => {})
    let waiting = ''
    socket.on('data', function read(chunk: Buffer) {
      waiting += chunk.toString('latin1')
      for (let end = waiting.indexOf('\r\n'); end !== -1; end = waiting.indexOf('\r\n')) {
        const line = waiting.slice(0, end)
        waiting = waiting.slice(end + 2)
        if (line.toUpperCase().endsWith(' STARTTLS') && security === 'starttls' && !session.isSecure) {
          socket.write(`${line.split(' ', 1)[0]} OK begin\r\n`)
          socket.off('data', read)
          serve(new TLSSocket(socket, { isServer: true, ...identity }), { ...session, isSecure: true })
          return
        }
        answer(socket, session, line)
      }
    })
  }
  const server = { uidValidity: 1, password: options.password }

  function answer(socket: Socket, session: Session, line: string): void {
    const [tag = '*', first = '', second = ''] = line.split(' ')
    const isUid = first.toUpperCase() === 'UID'
    const name = (isUid ? second : first).toUpperCase()
    commands.push(name === 'LOGIN' ? `${tag} LOGIN` : line)
    const say = (...lines: (string | Buffer)[]) => {
      for (const one of lines) socket.write(one)
    }
    const ok = () => say(`${tag} OK done\r\n`)
    const next = (mails.at(-1)?.uid ?? 0) + 1
    switch (name) {
      case 'CAPABILITY': {
        const more = session.isSecure
          ? ''
          : security === 'starttls'
            ? ' STARTTLS LOGINDISABLED'
            : ' LOGINDISABLED'
        return say(`* CAPABILITY IMAP4rev1${more}\r\n${tag} OK done\r\n`)
      }
      case 'LOGIN': {
        const given = /LOGIN "?([^" ]+)"? "?([^" ]+)"?$/i.exec(line)
        if (!session.isSecure) return say(`${tag} NO [PRIVACYREQUIRED] not in the clear\r\n`)
        if (given?.[1] !== user || given[2] !== server.password)
          return say(`${tag} NO [AUTHENTICATIONFAILED] wrong credentials\r\n`)
        session.isSignedIn = true
        return ok()
      }
      case 'LIST':
      case 'LSUB':
        return say(`* LIST () "/" INBOX\r\n${tag} OK done\r\n`)
      case 'EXAMINE': {
        if (!session.isSignedIn) return say(`${tag} NO sign in first\r\n`)
        session.isOpen = true
        const { uidValidity } = server
        return say(
          `* ${mails.length} EXISTS\r\n* 0 RECENT\r\n* FLAGS (\\Seen)\r\n* OK [UIDVALIDITY ${uidValidity}] valid\r\n`,
          `* OK [UIDNEXT ${next}] next\r\n${tag} OK [READ-ONLY] done\r\n`,
        )
      }
      case 'SEARCH': {
        if (!isUid || !session.isOpen) return say(`${tag} BAD no mailbox\r\n`)
        const from = Number(/UID (\d+):\*/.exec(line.slice(line.indexOf('SEARCH')))?.[1] ?? 1)
        // RFC 3501 §6.4.8: `n:*` holds the last one, wherever n is.
        const found = mails.filter(({ uid }, index) => uid >= from || index === mails.length - 1)
        return say(`* SEARCH ${found.map(({ uid }) => uid).join(' ')}\r\n${tag} OK done\r\n`)
      }
      case 'FETCH': {
        if (!isUid || !session.isOpen) return say(`${tag} BAD no mailbox\r\n`)
        const uid = Number(/FETCH (\d+)/.exec(line)?.[1])
        const index = mails.findIndex((mail) => mail.uid === uid)
        if (index === -1) return ok()
        return say(...fetched(mails[index]!, index + 1, line), `${tag} OK done\r\n`)
      }
      case 'LOGOUT':
        say(`* BYE\r\n${tag} OK done\r\n`)
        socket.end()
        return
      case 'NOOP':
      case 'CLOSE':
        return ok()
      default:
        return say(`${tag} BAD not known here\r\n`)
    }
  }

  const greet = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    serve(socket, { isSecure: security === 'tls', isSignedIn: false, isOpen: false })
    socket.write('* OK ready\r\n')
  }
  const listener = security === 'tls' ? createServer(identity, greet) : createPlain(greet)
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  return Object.assign(server, {
    port: (listener.address() as AddressInfo).port,
    commands,
    deliver(mail: string) {
      const uid = (mails.at(-1)?.uid ?? 0) + 1
      mails.push({ uid, at: new Date(), content: Buffer.from(mail.replaceAll(/\r?\n/g, '\r\n')) })
      return uid
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      return new Promise<void>((resolve) => listener.close(() => resolve()))
    },
  })
}

function fetched({ uid, at, content }: Stored, sequence: number, line: string): (string | Buffer)[] {
  const facts = [`UID ${uid}`]
  if (line.includes('RFC822.SIZE')) facts.push(`RFC822.SIZE ${content.length}`)
  if (line.includes('INTERNALDATE')) facts.push(`INTERNALDATE "${imapDate(at)}"`)
  const body = /BODY\.PEEK\[\](?:<0\.(\d+)>)?/.exec(line)
  if (body === null) return [`* ${sequence} FETCH (${facts.join(' ')})\r\n`]
  const part = body[1] === undefined ? content : content.subarray(0, Number(body[1]))
  const name = body[1] === undefined ? 'BODY[]' : 'BODY[]<0>'
  return [`* ${sequence} FETCH (${facts.join(' ')} ${name} {${part.length}}\r\n`, part, ')\r\n']
}

/** RFC 3501 §9, date-time. */
function imapDate(at: Date): string {
  const [, day, month, year, time] = at.toUTCString().split(' ')
  return `${day}-${month}-${year} ${time} +0000`
}
