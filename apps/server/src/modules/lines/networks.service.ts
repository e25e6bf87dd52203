import type { lineQualityApi, OutputOf } from '@netward/contract'
import type { LinkPath } from '@netward/contract/link-tests'
import type { PhraseKey } from '@netward/phrases/server'
import { isIP } from 'node:net'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext, UploadedFile } from '../../platform/http/context.ts'
import { fileRows, headingsOf } from '../../platform/import/file-rows.ts'
import { refuseRows } from '../../platform/import/import-file.ts'
import { type Network, networkRepo } from './network.repo.ts'

const columns = {
  prefix: 'lines.networks.prefix',
  asn: 'lines.networks.asn',
  name: 'lines.networks.name',
} as const satisfies Record<string, PhraseKey>

const mostRows = 20_000
const longestName = 100

export const getAddressNetworks = (
  ctx: RequestContext,
): Promise<OutputOf<typeof lineQualityApi.getAddressNetworks>> => networkRepo.known(ctx)

/** All that is known is replaced: a file is a whole table, such as operators get from their registry. */
export async function importAddressNetworks(
  ctx: RequestContext,
  file: UploadedFile | null,
): Promise<OutputOf<typeof lineQualityApi.importAddressNetworks>> {
  if (ctx.scope.kind !== 'platform') throw new AppError('permission.denied')
  const { rows } = fileRows(file, {
    headings: headingsOf(ctx, columns),
    needed: ['prefix', 'asn', 'name'],
    maxRows: mostRows,
  })
  const seen = new Set<string>()
  const read = rows.map(({ row, cells }) => {
    const prefix = prefixOf(cells.prefix)
    const asn = asnOf(cells.asn)
    const wrong = (column: PhraseKey, what: 'prefixWrong' | 'prefixTwice' | 'asnWrong' | 'nameWrong') =>
      `${ctx.phrase(column)}: ${ctx.phrase(`lines.networks.${what}`)}`
    const reasons = [
      ...(prefix === null ? [wrong(columns.prefix, 'prefixWrong')] : []),
      ...(prefix !== null && seen.has(prefix) ? [wrong(columns.prefix, 'prefixTwice')] : []),
      ...(asn === null ? [wrong(columns.asn, 'asnWrong')] : []),
      ...(cells.name === '' || cells.name.length > longestName ? [wrong(columns.name, 'nameWrong')] : []),
    ]
    if (prefix !== null) seen.add(prefix)
    return { row, reasons, network: { prefix: prefix ?? '', asn: asn ?? 0, name: cells.name } }
  })
  refuseRows(read.flatMap(({ row, reasons }) => reasons.map((reason) => ({ row, reason }))))
  await networkRepo.replace(
    ctx,
    read.map(({ network }) => network),
  )
  await ctx.audit({
    action: 'line_quality.networks_imported',
    subjectKind: 'platform',
    detail: { rows: read.length },
  })
  return { imported: read.length, updated: 0 }
}

/** As PostgreSQL writes a cidr: without bits behind the mask. Null: it is none. */
function prefixOf(text: string): string | null {
  const [, address = '', bits = ''] = /^([0-9A-Fa-f:.]+)\/(\d{1,3})$/.exec(text) ?? []
  const family = isIP(address)
  if (family === 0 || Number(bits) > (family === 4 ? 32 : 128)) return null
  return hasNothingBehind(address, family, Number(bits)) ? `${address.toLowerCase()}/${Number(bits)}` : null
}

function hasNothingBehind(address: string, family: number, bits: number): boolean {
  if (family === 4) {
    const value = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0)
    return value % 2 ** (32 - bits) === 0
  }
  const hex = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  const [head = '', tail] = hex.split('::')
  const groups = (part: string | undefined) => (part ? part.split(':').map((one) => parseInt(one, 16)) : [])
  const [first, last] = [groups(head), groups(tail)]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
  const value = all.reduce((sum, group) => (sum << 16n) | BigInt(group), 0n)
  return (value & ((1n << BigInt(128 - bits)) - 1n)) === 0n
}

/** `AS4134` or `4134`; null: no number of an autonomous system. */
function asnOf(text: string): number | null {
  const [, digits] = /^(?:AS)?(\d{1,10})$/i.exec(text) ?? []
  return digits === undefined || Number(digits) > 4_294_967_295 ? null : Number(digits)
}

/** Networks of the hops of paths, by address. */
export function networksOf(ctx: RequestContext, paths: readonly LinkPath[]): Promise<Map<string, Network>> {
  return networkRepo.of(ctx, [
    ...new Set(paths.flatMap(({ hops }) => hops.flatMap(({ address }) => address ?? []))),
  ])
}
