import type { InputOf, OutputOf, assistantApi } from '@netward/contract'
import {
  type AssistantFeature,
  assistantFeatures,
  mostStatisticDays,
  offeredGroups,
  type StatisticGroup,
} from '@netward/contract/assistant-values'
import { capped } from '../../platform/db/capped-count.ts'
import { changedFields } from '../../platform/entity/changed-fields.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { csvLine } from '../../platform/http/csv-line.ts'
import type { CsvAnswer } from '../../platform/http/route.ts'
import { wrongField } from '../../platform/http/wrong-field.ts'
import { ledgerRepo } from './ledger.repo.ts'
import { offerRepo } from './offer.repo.ts'
import { settingRepo } from './setting.repo.ts'
import { statisticRepo } from './statistic.repo.ts'

type Api = typeof assistantApi

export async function assistantSettings(ctx: RequestContext): Promise<OutputOf<Api['assistantSettings']>> {
  const [limits, used] = await Promise.all([settingRepo.get(ctx), settingRepo.used(ctx)])
  return { ...limits, used }
}

export async function setAssistantSettings(
  ctx: RequestContext,
  given: InputOf<Api['setAssistantSettings']>,
): Promise<null> {
  const ids = new Set(await offerRepo.order(ctx))
  const wrong = given.routes.findIndex(({ providerId }) => !ids.has(providerId))
  if (wrong !== -1) throw wrongField(ctx, 'assistant.not_a_provider', `routes.${wrong}.providerId`)
  const before = await settingRepo.get(ctx)
  const changed = changedFields({ ...before }, { ...given })
  if (changed === null) return null
  await settingRepo.set(ctx, given)
  await ctx.audit({ action: 'assistant.settings_changed', detail: { ...changed } })
  return null
}

export async function tokenStatistics(
  ctx: RequestContext,
  input: InputOf<Api['tokenStatistics']>,
): Promise<OutputOf<Api['tokenStatistics']>> {
  checkPeriod(ctx, input)
  if (input.of === 'own') return statisticRepo.sums(ctx, input)
  if (!(offeredGroups as readonly string[]).includes(input.by))
    throw wrongField(ctx, 'assistant.group_hidden', 'by')
  return statisticRepo.ofOffers(ctx, input)
}

function checkPeriod(ctx: RequestContext, { from, to }: { from: string; to: string }): void {
  const days = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1
  if (days < 1 || days > mostStatisticDays)
    throw wrongField(ctx, 'assistant.period_wrong', 'to', { days: mostStatisticDays })
}

export async function reconcileTokens(
  ctx: RequestContext,
  input: InputOf<Api['reconcileTokens']>,
): Promise<OutputOf<Api['reconcileTokens']>> {
  checkPeriod(ctx, input)
  return statisticRepo.reconciliation(ctx, input)
}

export async function exportTokenStatistics(
  ctx: RequestContext,
  input: InputOf<Api['exportTokenStatistics']>,
): Promise<CsvAnswer> {
  const { rows, total } = await tokenStatistics(ctx, input)
  const text = (
    key:
      | `groups.${StatisticGroup}`
      | 'calls'
      | 'input'
      | 'cached'
      | 'output'
      | 'cost'
      | 'estimatedShare'
      | 'total'
      | 'csvName',
  ) => ctx.phrase(`assistant.${key}`)
  const cells = (first: string, sums: OutputOf<Api['tokenStatistics']>['total']) =>
    csvLine([
      first,
      String(sums.calls),
      String(sums.input),
      String(sums.cached),
      String(sums.output),
      sums.cost.toFixed(6),
      sums.estimatedShare.toFixed(4),
    ])
  const head = csvLine([
    text(`groups.${input.by}`),
    ...(['calls', 'input', 'cached', 'output', 'cost', 'estimatedShare'] as const).map(text),
  ])
  const lines = rows.map((row) => cells(nameOf(ctx, input.by, row), row))
  return { name: text('csvName'), csv: head + lines.join('') + cells(text('total'), total) }
}

function nameOf(
  ctx: RequestContext,
  by: StatisticGroup,
  { key, name }: { key: string; name: string },
): string {
  if (by === 'feature' && isFeature(key)) return ctx.phrase(`assistant.features.${key}`)
  return name === '' ? key : name
}

const isFeature = (key: string): key is AssistantFeature =>
  (assistantFeatures as readonly string[]).includes(key)

export async function pageModelCalls(
  ctx: RequestContext,
  query: InputOf<Api['pageModelCalls']>,
): Promise<OutputOf<Api['pageModelCalls']>> {
  const { items, total } = await ledgerRepo.page(ctx, query)
  return { items, ...capped(total) }
}
