import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail server without TLS: keeps what it hears, and answers about a recipient as it is set. */
export interface MailServer {
  readonly port: number
  /** Every line, since somebody emptied it. */
  readonly heard: string[]
  /** Mails that were taken. */
  readonly mails: { readonly to: string; readonly subject: string; readonly source: string }[]
  answerTo: (address: string) => string
  /** The access token that it takes (SASL XOAUTH2); null: it asks for none. */
  token: string | null
  stop(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const sockets = new Set<Socket>()
  const heard: string[] = []
  const mails: { to: string; subject: string; source: string }[] = []
  const server = createServer((socket) => {
    sockets.add(socket)
    let to = ''
    let data: string[] | null = null
    let rest = ''
    const listen = (line: string): string | null => {
      heard.push(line)
      if (data !== null) {
        if (line !== '.') {
          data.push(line)
          return null
        }
        mails.push({ to, subject: subjectOf(data), source: data.join('\r\n') })
        data = null
        return '250 taken'
      }
      if (line.startsWith('RCPT')) {
        to = /<(.*)>/.exec(line)?.[1] ?? ''
        return fake.answerTo(to)
      }
      if (line.startsWith('EHLO') && fake.token !== null) return '250-test\r\n250 AUTH XOAUTH2'
      if (line.startsWith('AUTH XOAUTH2 ')) {
        const given = Buffer.from(line.slice('AUTH XOAUTH2 '.length), 'base64').toString()
        return given.includes(`auth=Bearer ${fake.token}\u0001`)
          ? '235 ok'
          : '535 5.7.3 Authentication unsuccessful'
      }
      if (line === 'DATA') data = []
      return line === 'DATA' ? '354 go' : line === 'STARTTLS' ? '502 no' : '250 ok'
    }
    socket.setEncoding('utf8').write('220 test\r\n')
    socket.on('error', () => {})
    socket.on('data', (chunk: string) => {
      const lines = `${rest}${chunk}`.split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        const answer = listen(line)
        if (answer !== null) socket.write(`${answer}\r\n`)
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const fake: MailServer = {
    port: (server.address() as AddressInfo).port,
    heard,
    mails,
    answerTo: () => '250 ok',
    token: null,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

/** Of a mail in ASCII. */
function subjectOf(lines: readonly string[]): string {
  const first = lines.findIndex((line) => line.startsWith('Subject: '))
  const end = lines.findIndex((line, index) => index > first && !line.startsWith(' '))
  return lines.slice(first, end).join('').replace('Subject: ', '')
}
