import type { ProbeRelease } from '@netward/collector/probe-frames'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The program of the probe that `npm start` built, and what the holder of the release key signed. */
const programFile = fileURLToPath(new URL('../../../../probe/dist/netward-probe.mjs', import.meta.url))
const manifest = fileURLToPath(new URL('../../../../probe/package.json', import.meta.url))

export interface ProbeProgram extends ProbeRelease {
  readonly bytes: Buffer
}

export interface ProgramFiles {
  readonly program: string
  /** Written by scripts/sign-probe.ts: base64. */
  readonly signature: string
  readonly version: string
}

export function programFiles(): ProgramFiles {
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return { program: programFile, signature: `${programFile}.sig`, version }
}

/** Read again when it was built anew. */
export class Programs {
  readonly #files: ProgramFiles
  #known: { readonly changed: string; readonly program: ProbeProgram | null } | null = null

  constructor(files: ProgramFiles = programFiles()) {
    this.#files = files
  }

  get version(): string {
    return this.#files.version
  }

  /** Null: it was not built. */
  current(): ProbeProgram | null {
    const { program, signature, version } = this.#files
    const changed = [program, signature]
      .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs)
      .join(' ')
    if (this.#known?.changed === changed) return this.#known.program
    this.#known = { changed, program: readProgram(program, signature, version) }
    return this.#known.program
  }

  release(): ProbeRelease | null {
    const program = this.current()
    return program && { version: program.version, sha256: program.sha256, signature: program.signature }
  }
}

function readProgram(file: string, signatureFile: string, version: string): ProbeProgram | null {
  if (!existsSync(file)) return null
  const bytes = readFileSync(file)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const signature = existsSync(signatureFile) ? readFileSync(signatureFile, 'utf8').trim() : null
  return { bytes, version, sha256, signature }
}
