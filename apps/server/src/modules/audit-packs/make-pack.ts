import { createHash } from 'node:crypto'
import { auditPackSheets, type AuditPackSheetDone } from '@netward/contract/audit-pack-values'
import { type Cell, cellValue, type Sheet, workbook } from '../../platform/http/workbook.ts'
import type { JobHandler, JobTools } from '../../platform/jobs/job.ts'
import { nobodyIn } from '../orders/index.ts'
import { auditPackRepo, type StartedPack } from './audit-pack.repo.ts'
import { coverOf } from './cover.ts'
import type { PackSource } from './pack-sheet.ts'
import { sheetOf } from './sheets.ts'

/** Of a piece as it is stored and sent. */
const pieceBytes = 1024 * 1024

/** A sheet of a workbook has 1,048,576 rows. */
const mostRows = 1_000_000

/** The pack is deleted, or another attempt goes on with it. */
class Overtaken extends Error {
  override name = 'Overtaken'
}

/** `audit_pack.make` {packId}: writes the workbook of a pack. */
export const makePack: JobHandler = async ({ companyId, packId }, tools) => {
  const scope = nobodyIn(companyId)
  const read: PackSource['read'] = (work) =>
    tools.scopes.withCompany(companyId, ({ db }) => work({ db, scope }))
  const pack = await read((inside) => auditPackRepo.start(inside, String(packId), auditPackSheets.length))
  if (pack === undefined) return
  try {
    await write(pack, read, tools)
  } catch (error) {
    if (error instanceof Overtaken) return
    if (tools.signal.aborted) throw error
    tools.log.error({ packId, err: error }, 'an audit pack cannot be made')
    await read((inside) => auditPackRepo.fail(inside, pack))
  }
  await read((inside) => auditPackRepo.emit(inside, pack.id))
}

async function write(pack: StartedPack, read: PackSource['read'], { signal }: JobTools): Promise<void> {
  const made: AuditPackSheetDone[] = []
  let rows = 0
  const proceed = async (added: number) => {
    if (signal.aborted) throw new Error('stopped')
    rows += added
    await mustGoOn(
      read(async (inside) => {
        await auditPackRepo.emit(inside, pack.id)
        return auditPackRepo.advance(inside, pack, { sheets: made.length, rows })
      }),
    )
  }
  const source: PackSource = { read, pack }
  const sheets = auditPackSheets.map((key): Sheet => {
    const { name, heading, batches } = sheetOf(key, source)
    return { name, batches: counted(heading, batches, proceed, (done) => made.push({ sheet: key, ...done })) }
  })
  const about = await coverOf(source)
  const { content } = await workbook(sheets, () => about(made))
  const hash = createHash('sha256')
  let size = 0
  let position = 0
  for await (const piece of pieces(content)) {
    hash.update(piece)
    size += piece.length
    const at = position++
    await mustGoOn(read((inside) => auditPackRepo.insertChunk(inside, pack, at, piece)))
  }
  await read((inside) => auditPackRepo.finish(inside, pack, { sheets: made, size, sha256: hash.digest() }))
}

async function mustGoOn(step: Promise<boolean>): Promise<void> {
  if (!(await step)) throw new Overtaken()
}

/** The rows of a sheet below its heading, counted and hashed as they are written: cells divided by tabs, rows ended by LF. */
async function* counted(
  heading: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
  proceed: (added: number) => Promise<void>,
  ended: (done: Omit<AuditPackSheetDone, 'sheet'>) => void,
): AsyncGenerator<readonly (readonly Cell[])[]> {
  yield [heading]
  const hash = createHash('sha256')
  let rows = 0
  for await (const batch of batches) {
    const taken = batch.slice(0, mostRows - rows)
    for (const cells of taken) hash.update(`${cells.map(cellValue).join('\t')}\n`)
    yield taken
    rows += taken.length
    await proceed(taken.length)
    if (rows === mostRows) break
  }
  ended({ rows, sha256: hash.digest('hex') })
  await proceed(0)
}

async function* pieces(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let size = 0
  for await (const part of content) {
    held.push(part)
    size += part.length
    if (size < pieceBytes) continue
    yield Buffer.concat(held)
    held = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(held)
}
