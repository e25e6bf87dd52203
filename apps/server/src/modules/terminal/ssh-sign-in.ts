import { createHash } from 'node:crypto'
import type { Duplex } from 'node:stream'
import type { Algorithms, AuthenticationType, Client } from 'ssh2'
import { asksPassword } from './login-prompts.ts'
import type { LoginQuestion } from './login-questions.ts'
import { ShellRefused } from './shell.ts'

/** Connection time limit, excluding the time a user takes to answer. */
export const readyMilliseconds = 20_000
/** As many prompts as the OpenSSH client (NumberOfPasswordPrompts). */
const maxInteractive = 3

/** Algorithms of old gateways, beside the safe ones. */
const legacy: Algorithms = {
  kex: {
    append: [
      'diffie-hellman-group14-sha1',
      'diffie-hellman-group-exchange-sha1',
      'diffie-hellman-group1-sha1',
    ],
    prepend: [],
    remove: [],
  },
  serverHostKey: { append: ['ssh-rsa', 'ssh-dss'], prepend: [], remove: [] },
  cipher: { append: ['aes128-cbc', 'aes256-cbc', '3des-cbc'], prepend: [], remove: [] },
  hmac: { append: ['hmac-sha1', 'hmac-md5'], prepend: [], remove: [] },
}
const safe: Algorithms = {
  kex: {
    append: [],
    prepend: [],
    remove: ['diffie-hellman-group14-sha1', 'diffie-hellman-group-exchange-sha1'],
  },
  serverHostKey: { append: [], prepend: [], remove: ['ssh-rsa', 'ssh-dss'] },
  hmac: { append: [], prepend: [], remove: ['hmac-sha1', 'hmac-sha1-etm@openssh.com'] },
}

export interface SignIn {
  readonly username: string
  readonly password: string
  readonly privateKey: string
  readonly passphrase: string
  readonly legacy: boolean
  /** No caller waits for it any more. */
  readonly signal: AbortSignal
  /** Null: trusted, or the first key. Otherwise both fingerprints. */
  judgeHostKey(fingerprint: string): Promise<{ trusted: string; offered: string } | null>
  /** Relays questions to the user that stored credentials cannot answer. */
  ask(question: LoginQuestion): Promise<readonly string[]>
}

/** As `ssh-keygen -l` writes it. */
export const fingerprintOf = (key: Buffer) =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replaceAll('=', '')}`

/** @throws ShellRefused */
export function signedIn(client: Client, socket: Duplex, options: SignIn): Promise<void> {
  return new Promise((resolve, reject) => {
    let changed: { trusted: string; offered: string } | null = null
    let asked = false
    const judged = async (fingerprint: string) => {
      changed = await options.judgeHostKey(fingerprint)
      return changed === null
    }
    const give = (error: ShellRefused) => {
      clearTimeout(patience)
      reject(error)
    }
    const late = () => give(new ShellRefused('no_answer'))
    let patience = setTimeout(late, readyMilliseconds)
    const methods = new Methods(options)
    client.on('ready', () => {
      clearTimeout(patience)
      resolve()
    })
    client.on('error', (error: Error & { level?: string }) => {
      if (changed !== null) give(new ShellRefused('host_key_changed', changed))
      else if (error.level === 'client-authentication' || /authentication failures/i.test(error.message))
        give(new ShellRefused('authentication'))
      else give(new ShellRefused(/no matching/i.test(error.message) ? 'no_agreement' : 'no_answer'))
    })
    // A device that asked and then hung up did answer.
    client.on('close', () => give(new ShellRefused(asked ? 'device_closed' : 'no_answer')))
    const left = () => give(new ShellRefused('left'))
    if (options.signal.aborted) left()
    else options.signal.addEventListener('abort', left, { once: true })
    client.on('keyboard-interactive', (name, instructions, _language, prompts, answer) => {
      const known = methods.answerTo({ name, instructions, prompts })
      if (known !== null) {
        answer([known])
        return
      }
      asked = true
      clearTimeout(patience)
      const put = async () => {
        const answers = await options.ask({ name, instructions, prompts })
        patience = setTimeout(late, readyMilliseconds)
        answer([...answers])
      }
      put().catch(give)
    })
    try {
      client.connect({
        sock: socket,
        username: options.username,
        ...(options.password === '' ? {} : { password: options.password }),
        ...(options.privateKey === ''
          ? {}
          : { privateKey: options.privateKey, passphrase: options.passphrase }),
        tryKeyboard: true,
        authHandler: (offered, partial) => methods.next(offered, partial),
        readyTimeout: 0,
        keepaliveInterval: 15_000,
        keepaliveCountMax: 4,
        algorithms: options.legacy ? legacy : safe,
        hostVerifier: (key: Buffer, verify: (valid: boolean) => void) => {
          void judged(fingerprintOf(key)).then(verify, () => verify(false))
        },
      })
    } catch {
      // A key that cannot be read.
      give(new ShellRefused('authentication'))
    }
  })
}

/** Which RFC 4252 method is next, and which steps need no user input. */
class Methods {
  readonly #untried: AuthenticationType[]
  #password: string | null
  #interactive = 0
  #rounds = 0
  #last: AuthenticationType | null = null

  constructor({ password, privateKey }: SignIn) {
    this.#password = password === '' ? null : password
    this.#untried = [
      ...(password === '' ? [] : (['password'] as const)),
      ...(privateKey === '' ? [] : (['publickey'] as const)),
    ]
  }

  /** @param offered by the device, in its refusal of the initial method `none` */
  next(offered: readonly AuthenticationType[] | null, partial: boolean): AuthenticationType | false {
    // A refused password is not repeated at a prompt.
    if (this.#last === 'password' && !partial) this.#password = null
    this.#last = offered === null ? 'none' : this.#chosen(offered)
    return this.#last ?? false
  }

  /** The password, to the first prompt that asks for nothing else. */
  answerTo({ prompts }: LoginQuestion): string | null {
    this.#rounds += 1
    const password = this.#password
    const [only, ...more] = prompts
    if (this.#rounds > 1 || only === undefined || more.length > 0) return null
    if (password === null || only.echo === true || !asksPassword(only.prompt)) return null
    this.#password = null
    return password
  }

  #chosen(offered: readonly AuthenticationType[]): AuthenticationType | null {
    const may = (way: AuthenticationType) => offered.length === 0 || offered.includes(way)
    const found = this.#untried.findIndex(may)
    if (found !== -1) return this.#untried.splice(found, 1)[0] ?? null
    if (!may('keyboard-interactive') || this.#interactive === maxInteractive) return null
    this.#interactive += 1
    return 'keyboard-interactive'
  }
}
