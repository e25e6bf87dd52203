import { type ProbeRelease, releaseText } from '@netward/collector/probe-frames'
import { probeProgramPath } from '@netward/contract/probe-values'
import { createHash, createPublicKey, verify } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { get as getPlain } from 'node:http'
import { get as getSecure } from 'node:https'
import path from 'node:path'
import { proxyFor, tunnelAgent } from './tunnel.ts'

const versionShape = /^[0-9]{1,5}\.[0-9]{1,5}\.[0-9]{1,5}$/
const mostBytes = 64 * 1024 * 1024
const downloadMilliseconds = 10 * 60_000

export type Judgement = 'none' | 'unsigned' | 'refused' | 'signed'

/** What is to be thought of a program that a server offers. Only a newer one counts: an old one with its holes is signed too. */
export function judgeRelease(release: ProbeRelease, version: string, releaseKey: string | null): Judgement {
  if (typeof release.version !== 'string' || !versionShape.test(release.version)) return 'none'
  if (!isNewer(release.version, version)) return 'none'
  if (releaseKey === null || release.signature === null) return 'unsigned'
  return isSigned(release, releaseKey) ? 'signed' : 'refused'
}

export function isNewer(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => text.split('.').map(Number))
  for (let n = 0; n < 3; n++) if (a?.[n] !== b?.[n]) return (a?.[n] ?? 0) > (b?.[n] ?? 0)
  return false
}

function isSigned(release: ProbeRelease, releaseKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(releaseKey, 'base64'), format: 'der', type: 'spki' })
    if (key.asymmetricKeyType !== 'ed25519') return false
    return verify(
      null,
      Buffer.from(releaseText(release)),
      key,
      Buffer.from(release.signature ?? '', 'base64'),
    )
  } catch {
    return false
  }
}

/** Programs in the state directory: one that is used, and those that did not come up. */
export class Programs {
  readonly #directory: string

  constructor(state: string) {
    this.#directory = path.join(state, 'program')
  }

  fileOf(version: string): string {
    return path.join(this.#directory, `netward-probe-${version}.mjs`)
  }

  /** The release in use, if its file is what the holder of the key signed. */
  current(version: string, releaseKey: string | null): ProbeRelease | null {
    const release = this.#read('current.json') as ProbeRelease | null
    return release !== null && this.isWhole(release, version, releaseKey) ? release : null
  }

  /** Whether the file on the disk may be run. */
  isWhole(release: ProbeRelease, version: string, releaseKey: string | null): boolean {
    if (judgeRelease(release, version, releaseKey) !== 'signed') return false
    const file = this.fileOf(release.version)
    return existsSync(file) && sha256Of(readFileSync(file)) === release.sha256
  }

  use(release: ProbeRelease): void {
    this.#write('current.json', release)
  }

  /** It did not come up: it is not tried again. */
  fail(version: string): void {
    this.#write('failed.json', { version })
    rmSync(path.join(this.#directory, 'current.json'), { force: true })
  }

  hasFailed(version: string): boolean {
    return (this.#read('failed.json') as { version?: string } | null)?.version === version
  }

  /** @throws Error if it cannot be had, or is not what was signed */
  async download(server: string, release: ProbeRelease): Promise<void> {
    const bytes = await fetchProgram(new URL(`${probeProgramPath}/${release.version}.mjs`, server))
    if (sha256Of(bytes) !== release.sha256) throw new Error('the program is not the one that was signed')
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    const file = this.fileOf(release.version)
    writeFileSync(`${file}.new`, bytes, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }

  #read(name: string): unknown {
    try {
      return JSON.parse(readFileSync(path.join(this.#directory, name), 'utf8'))
    } catch {
      return null
    }
  }

  #write(name: string, value: unknown): void {
    mkdirSync(this.#directory, { recursive: true, mode: 0o700 })
    const file = path.join(this.#directory, name)
    writeFileSync(`${file}.new`, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true })
    renameSync(`${file}.new`, file)
  }
}

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function fetchProgram(url: URL): Promise<Buffer> {
  const isSecure = url.protocol === 'https:'
  const proxy = proxyFor(url, process.env)
  const options = { ...(proxy !== null && { agent: tunnelAgent(proxy, isSecure) }) }
  return new Promise((resolve, reject) => {
    const limit = AbortSignal.timeout(downloadMilliseconds)
    const asked = (isSecure ? getSecure : getPlain)(url, { ...options, signal: limit }, (response) => {
      if (response.statusCode !== 200) {
        response.destroy()
        return reject(new Error(`the server answers ${String(response.statusCode)}`))
      }
      const parts: Buffer[] = []
      let size = 0
      response.on('data', (part: Buffer) => {
        parts.push(part)
        size += part.length
        if (size > mostBytes) response.destroy(new Error('the program is too long'))
      })
      response.on('error', reject)
      response.on('end', () => resolve(Buffer.concat(parts)))
    })
    asked.on('error', reject)
  })
}
