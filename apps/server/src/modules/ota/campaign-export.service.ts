import type { InputOf, otaCampaignApi } from '@netward/contract'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { campaignRepo, type CampaignRow } from './campaign.repo.ts'

const most = 10_000
const portion = 200

export async function exportCampaigns(
  ctx: RequestContext,
  query: InputOf<typeof otaCampaignApi.exportCampaigns>,
): Promise<CsvAnswer> {
  const columns = columnsFor(ctx)
  const parts = [csvLine(columns.map(([heading]) => heading))]
  let rows = 0
  for (let page = 1, found = portion; found === portion && rows < most; page++) {
    const { items } = await campaignRepo.page(ctx, { ...query, page, pageSize: portion })
    parts.push(items.map((row) => csvLine(columns.map(([, cell]) => cell(row)))).join(''))
    found = items.length
    rows += found
  }
  await ctx.audit({ action: 'campaign.list_exported', subjectKind: 'campaign', detail: { rows } })
  return { name: ctx.phrase('ota.campaignsTitle'), csv: parts.join('') }
}

type Column = readonly [heading: string, cell: (row: CampaignRow) => string | null]

function columnsFor(ctx: RequestContext): Column[] {
  const phrase = (key: PhraseKey) => ctx.phrase(key)
  return [
    [phrase('ota.campaignName'), (row) => row.name],
    [phrase('ota.campaignState'), (row) => phrase(`ota.campaignStates.${row.state}`)],
    [phrase('ota.version'), (row) => row.version],
    [phrase('ota.company'), (row) => row.company_name],
    [phrase('ota.targets'), (row) => String(row.targets)],
    [phrase('ota.targetStates.verified'), (row) => String(row.verified)],
    [phrase('ota.targetStates.failed'), (row) => String(row.failed)],
    [phrase('ota.targetStates.rolled_back'), (row) => String(row.rolled_back)],
    [phrase('ota.createdBy'), (row) => row.created_by_name],
    [phrase('ota.createdAt'), (row) => row.created_at],
    [phrase('ota.startedAt'), (row) => row.started_at],
    [phrase('ota.endedAt'), (row) => row.ended_at],
  ]
}
