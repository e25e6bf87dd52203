import { createHash, createHmac } from 'node:crypto'
import type { Scopes } from '../../platform/db/scope.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { JobHandler } from '../../platform/jobs/job.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { tenantDeletionRepo } from './tenant-deletion.repo.ts'

const rowsPerBatch = 1000
const pieceSize = 256 * 1024
/** A file's byte count has 31 bits; what exceeds it is noted in the manifest. */
const partSize = 2_000_000_000

/** A value as a CSV cell: lists and objects as JSON. */
function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The content of one file, stored in fixed-size pieces as soon as each is full. */
class PartFile {
  #pending: Buffer[] = []
  #pendingSize = 0
  #position = 0
  readonly #hash = createHash('sha256')
  readonly #keep: (position: number, content: Buffer) => Promise<void>
  size = 0

  constructor(keep: (position: number, content: Buffer) => Promise<void>) {
    this.#keep = keep
  }

  async write(text: string): Promise<void> {
    const content = Buffer.from(text, 'utf8')
    this.#pending.push(content)
    this.#pendingSize += content.length
    this.size += content.length
    this.#hash.update(content)
    if (this.#pendingSize < pieceSize) return
    const all = Buffer.concat(this.#pending)
    let at = 0
    for (; all.length - at >= pieceSize; at += pieceSize) {
      await this.#keep(this.#position, all.subarray(at, at + pieceSize))
      this.#position += 1
    }
    this.#pending = [all.subarray(at)]
    this.#pendingSize = all.length - at
  }

  async end(): Promise<Buffer> {
    if (this.#pendingSize > 0) await this.#keep(this.#position, Buffer.concat(this.#pending))
    return this.#hash.digest()
  }
}

/** Cancelled, or restarted elsewhere: the other worker continues. */
class Overtaken extends Error {}

async function exportPart(
  scopes: Scopes,
  companyId: string,
  part: string,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const fileId = await tenantDeletionRepo.beginPart(scopes, companyId, part, name)
  if (fileId === null) return
  const file = new PartFile(async (position, content) => {
    if (!(await tenantDeletionRepo.addPiece(scopes, companyId, fileId, position, content)))
      throw new Overtaken()
  })
  let heading: string[] | null = null
  let after = '0'
  let written = 0
  let complete = true
  for (;;) {
    if (signal.aborted) throw new Error('stopped')
    const rows = await tenantDeletionRepo.exportRows(scopes, companyId, part, after, rowsPerBatch)
    if (heading === null) {
      heading = Object.keys(rows[0]?.content ?? { id: '' })
      await file.write(`\uFEFF${csvLine(heading)}`)
    }
    for (const { content } of rows) {
      const line = csvLine(heading.map((key) => cellOf(content[key])))
      complete = file.size + Buffer.byteLength(line) <= partSize
      if (!complete) break
      await file.write(line)
      written += 1
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsPerBatch || !complete) break
    after = last.id
  }
  const sha256 = await file.end()
  await tenantDeletionRepo.finishPart(scopes, companyId, fileId, {
    rows: written,
    size: file.size,
    sha256,
    complete,
  })
}

/**
 * `company.export` {companyId}: exports a tenant's data, part by part, before deletion. Finished parts stay;
 * an interrupted one is restarted. Only a few pieces are held in memory at once.
 */
export function tenantExportJobs({ secrets }: { readonly secrets: Secrets }): Record<string, JobHandler> {
  return {
    'company.export': async ({ companyId }, { scopes, signal }) => {
      const { missing, total } = await tenantDeletionRepo.missingParts(scopes, companyId)
      let done = total - missing.length
      try {
        for (const part of missing) {
          if (signal.aborted) throw new Error('stopped')
          if (!(await tenantDeletionRepo.noteExport(scopes, companyId, 'running', done, total))) return
          // The name is unguessable and unique to the part.
          const name = createHmac('sha256', secrets.derive('file names'))
            .update(`export:${companyId}:${part}`)
            .digest('hex')
          await exportPart(scopes, companyId, part, `${name.slice(0, 32)}.csv`, signal)
          done += 1
        }
        await tenantDeletionRepo.noteExport(scopes, companyId, 'done', done, total)
      } catch (error) {
        if (error instanceof Overtaken) return
        if (!signal.aborted) await tenantDeletionRepo.noteExport(scopes, companyId, 'failed', done, total)
        throw error
      }
    },
  }
}
