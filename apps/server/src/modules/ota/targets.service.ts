import type { InputOf, otaCampaignApi, OutputOf } from '@netward/contract'
import { targetFaults } from '@netward/contract/states/campaign'
import { faultPhraseKey } from '@netward/cwmp'
import type { PhraseKey } from '@netward/phrases/server'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer, SeveralTransactions } from '../../platform/http/route.ts'
import { campaignRepo } from './campaign.repo.ts'
import { requireFound } from './campaigns.service.ts'
import { firmwareRepo } from './firmware.repo.ts'
import { targetRepo, type TargetRow, type Worsened } from './target.repo.ts'

type TargetQuery = InputOf<typeof otaCampaignApi.pageTargets>

const most = 100_000
const portion = 1_000

export async function pageTargets(
  ctx: RequestContext,
  query: TargetQuery,
): Promise<OutputOf<typeof otaCampaignApi.pageTargets>> {
  const campaign = requireFound(await campaignRepo.find(ctx, query.campaignId))
  const size = (await firmwareRepo.find(ctx, campaign.firmware_id))?.size ?? null
  const found = await targetRepo.page(ctx, query)
  return {
    ...found,
    items: found.items.map((row) => ({
      deviceId: row.device_id,
      name: row.name,
      serialNumber: row.serial_number,
      modelName: row.model_name,
      presence: row.presence,
      ring: row.ring,
      state: row.state,
      fromVersion: row.from_version,
      softwareVersion: row.software_version,
      attempts: row.attempts,
      progress: size === null ? 0 : Math.min(100, Math.floor((row.bytes_sent * 100) / size)),
      faultCode: row.fault_code,
      faultDetail: row.fault_detail,
      dueAt: row.state === 'waiting' || row.rollback === 'wanted' ? row.due_at : null,
      changedAt: row.changed_at,
      backup: row.backup,
      backingUp: row.backing_up,
      rollback: row.rollback,
      rollbackFault: row.rollback_fault,
      worsened: row.worsened,
    })),
  }
}

/** Streamed while generated: each portion is read in its own transaction. */
export async function exportTargets(ctx: SeveralTransactions, query: TargetQuery): Promise<CsvAnswer> {
  const name = await ctx.inTransaction(null, async (inside) => {
    const campaign = requireFound(await campaignRepo.find(inside, query.campaignId))
    await inside.audit({
      action: 'campaign.exported',
      subjectKind: 'campaign',
      subjectId: campaign.id,
      detail: { name: campaign.name, rows: await targetRepo.count(inside, query, most) },
    })
    return campaign.name
  })
  return { name: ctx.phrase('ota.exportLabel', { name }), csv: linesOf(ctx, query) }
}

async function* linesOf(ctx: SeveralTransactions, query: TargetQuery): AsyncGenerator<string> {
  const columns = columnsFor(ctx)
  yield csvLine(columns.map(([heading]) => heading))
  let last: TargetRow | null = null
  for (let left = most; left > 0; left -= portion) {
    const after: TargetRow | null = last
    const targets: TargetRow[] = await ctx.inTransaction(null, (inside) =>
      targetRepo.rows(inside, query, Math.min(portion, left), { after }),
    )
    yield targets.map((target) => csvLine(columns.map(([, cell]) => cell(target)))).join('')
    if (targets.length < portion) return
    last = targets.at(-1) ?? null
  }
}

type Column = readonly [heading: string, cell: (target: TargetRow) => string | null]

function columnsFor(ctx: Pick<RequestContext, 'phrase'>): Column[] {
  const phrase = (key: PhraseKey) => ctx.phrase(key)
  return [
    [phrase('devices.name'), (target) => target.name],
    [phrase('devices.serialNumber'), (target) => target.serial_number],
    [phrase('devices.modelName'), (target) => target.model_name],
    [phrase('ota.ring'), (target) => String(target.ring + 1)],
    [phrase('ota.stateLabel'), (target) => phrase(`ota.targetStates.${target.state}`)],
    [phrase('ota.fromVersion'), (target) => target.from_version],
    [phrase('ota.nowVersion'), (target) => target.software_version],
    [phrase('ota.attempts'), (target) => String(target.attempts)],
    [phrase('ota.fault'), (target) => faultIn(ctx, target.fault_code)],
    [phrase('ota.backup'), ({ backup }) => backup && phrase(`ota.backupOutcomes.${backup}`)],
    [
      phrase('ota.rollback'),
      ({ rollback, rollback_fault: fault }) =>
        rollback &&
        [phrase(`ota.rollbacks.${rollback}`), faultIn(ctx, fault)]
          .filter((part) => part !== null)
          .join(' · '),
    ],
    [
      phrase('ota.line'),
      ({ worsened }) => worsened && ctx.phrase(`ota.worsened.${worsened.metric}`, presentWorsened(worsened)),
    ],
    [phrase('ota.changedAt'), (target) => target.changed_at],
  ]
}

const presentWorsened = ({ lineName, before, after }: Worsened) => ({
  line: lineName,
  before: before.toFixed(1),
  after: after.toFixed(1),
})

/** Worded as on the screen, with the TR-069 code if any. */
function faultIn(ctx: Pick<RequestContext, 'phrase'>, code: string | null): string | null {
  if (code === null) return null
  const own = targetFaults.find((one) => one === code)
  if (own !== undefined) return ctx.phrase(`ota.faults.${own}`)
  const words = ctx.phrase(`faults.${faultPhraseKey(code)}` as PhraseKey)
  return /^\d+$/.test(code) ? `${words} (${code})` : words
}
