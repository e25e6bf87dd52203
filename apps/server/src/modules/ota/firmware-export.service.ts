import type { InputOf, otaFirmwareApi } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { firmwareRepo, type FirmwareRow } from './firmware.repo.ts'

const most = 10_000
const portion = 200

export async function exportFirmware(
  ctx: RequestContext,
  query: InputOf<typeof otaFirmwareApi.exportFirmware>,
): Promise<CsvAnswer> {
  const columns = columnsFor(ctx)
  const parts = [csvLine(columns.map(([heading]) => heading))]
  let rows = 0
  for (let page = 1, found = portion; found === portion && rows < most; page++) {
    const { items } = await firmwareRepo.page(ctx, { ...query, page, pageSize: portion })
    parts.push(items.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join(''))
    found = items.length
    rows += found
  }
  await ctx.audit({ action: 'firmware.list_exported', subjectKind: 'firmware', detail: { rows } })
  return { name: ctx.phrase('ota.firmwareTitle'), csv: parts.join('') }
}

type Column = readonly [heading: string, cell: (row: FirmwareRow) => string | null]

function columnsFor(ctx: RequestContext): Column[] {
  const phrase = (key: PhraseKey) => ctx.phrase(key)
  return [
    [phrase('ota.version'), (row) => row.version],
    [phrase('ota.firmwareState'), (row) => phrase(`ota.firmwareStates.${row.state}`)],
    [phrase('ota.models'), (row) => row.models.join(', ')],
    [phrase('ota.hardwareVersions'), (row) => row.hardware_versions.join(', ') || phrase('ota.hardwareAny')],
    [phrase('ota.manufacturer'), (row) => row.manufacturer],
    [phrase('ota.minimumVersion'), (row) => row.minimum_version],
    [phrase('ota.signedBy'), (row) => row.signed_by],
    [phrase('ota.file'), (row) => row.file_name],
    [phrase('ota.size'), (row) => (row.size === null ? null : String(row.size))],
    [phrase('ota.sha256'), (row) => row.sha256?.toString('hex') ?? null],
    [
      phrase('ota.source'),
      (row) =>
        phrase(
          row.inherited
            ? 'ota.inherited'
            : row.company_id === ctx.scope.companyId
              ? 'ota.own'
              : 'ota.ofTenant',
        ),
    ],
    [phrase('ota.company'), (row) => row.company_name],
    [phrase('ota.createdBy'), (row) => row.created_by_name],
    [phrase('ota.createdAt'), (row) => row.created_at],
  ]
}
