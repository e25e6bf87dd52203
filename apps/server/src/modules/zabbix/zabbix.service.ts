import type { InputOf, OutputOf, zabbixApi } from '@netward/contract'
import { type ZabbixFinding, zabbixOutcomes } from '@netward/contract/zabbix-values'
import type { ErrorCode } from '@netward/contract'
import { capped } from '../../platform/db/capped-count.ts'
import { AppError } from '../../platform/errors.ts'
import type { RequestContext } from '../../platform/http/context.ts'
import { errorText } from '../../platform/http/error-text.ts'
import { hostRepo, type PlannedHost } from './hosts.repo.ts'
import { mayMake, requireWholeCompany } from './whole-company.ts'
import { type ImportRow, zabbixRepo } from './zabbix.repo.ts'

type Host = OutputOf<typeof zabbixApi.pageZabbixHosts>['items'][number]

export async function pageZabbix(
  ctx: RequestContext,
  { page, pageSize }: InputOf<typeof zabbixApi.pageZabbix>,
): Promise<OutputOf<typeof zabbixApi.pageZabbix>> {
  requireWholeCompany(ctx)
  const { items, total } = await zabbixRepo.page(ctx, pageSize, (page - 1) * pageSize)
  return { items: items.map(listed), ...capped(total) }
}

export async function getZabbix(
  ctx: RequestContext,
  { importId }: InputOf<typeof zabbixApi.getZabbix>,
): Promise<OutputOf<typeof zabbixApi.getZabbix>> {
  const found = await foundImport(ctx, importId)
  const counts = await zabbixRepo.counts(ctx, importId)
  const may = await mayMake(ctx)
  const credentials = await zabbixRepo.credentials(ctx, importId)
  return {
    ...listed(found),
    startedByName: found.startedByName,
    withoutSnmp: found.withoutSnmp,
    disabled: found.disabled,
    counts: Object.fromEntries(
      zabbixOutcomes.map((outcome) => [outcome, counts.get(outcome) ?? 0]),
    ) as OutputOf<typeof zabbixApi.getZabbix>['counts'],
    room: await zabbixRepo.room(ctx),
    mayCreateOutlets: may.outlets,
    mayCreateCredentials: may.credentials,
    groups: await zabbixRepo.groups(ctx, importId),
    credentials: credentials.map(({ context: _context, problems, ...one }) => ({
      ...one,
      problems: problems.map((finding) => findingText(ctx, finding)),
    })),
  }
}

export async function pageZabbixHosts(
  ctx: RequestContext,
  { importId, outcome = [], search = '', page, pageSize }: InputOf<typeof zabbixApi.pageZabbixHosts>,
): Promise<OutputOf<typeof zabbixApi.pageZabbixHosts>> {
  await foundImport(ctx, importId)
  const asked = { outcome, search, limit: pageSize, offset: (page - 1) * pageSize }
  const { items, total } = await hostRepo.page(ctx, importId, asked)
  return { items: items.map((host) => presented(ctx, host)), ...capped(total) }
}

function presented(ctx: RequestContext, planned: PlannedHost): Host {
  const { findings, failure, otherName, credentialAction, credentialMacros, disabled, ...host } = planned
  return {
    ...host,
    type: host.type as Host['type'],
    credentialName: credentialAction === 'none' ? null : host.credentialName,
    reasons: [
      ...outcomeTexts(ctx, { outcome: host.outcome, driver: host.driver, otherName, disabled }),
      ...(failure === null
        ? []
        : [errorText({ code: failure.code as ErrorCode, params: failure.params }, ctx.language)]),
      ...findings.map((finding) => findingText(ctx, finding)),
      ...(credentialAction === 'none'
        ? [ctx.phrase('zabbix.noCredential', { macros: credentialMacros.join(', ') || '-' })]
        : []),
    ],
  }
}

function outcomeTexts(
  ctx: RequestContext,
  { outcome, otherName, disabled }: Pick<PlannedHost, 'outcome' | 'driver' | 'otherName' | 'disabled'>,
): string[] {
  if (outcome === 'taken') return [ctx.phrase('zabbix.reasons.taken', { name: otherName ?? '' })]
  if (outcome === 'known') return [ctx.phrase('zabbix.reasons.known', { name: otherName ?? '' })]
  if (outcome === 'twice') return [ctx.phrase('zabbix.reasons.twice')]
  if (outcome === 'left_out')
    return [ctx.phrase(disabled ? 'zabbix.reasons.disabled' : 'zabbix.reasons.withoutSnmp')]
  return []
}

const findingText = (ctx: RequestContext, { code, field, value }: ZabbixFinding): string =>
  ctx.phrase(`zabbix.findings.${code}`, { field, value })

/** @throws AppError zabbix.not_found, zabbix.whole_company */
export async function foundImport(ctx: RequestContext, importId: string): Promise<ImportRow> {
  requireWholeCompany(ctx)
  const found = await zabbixRepo.find(ctx, importId)
  if (!found) throw new AppError('zabbix.not_found')
  return found
}

/** @throws AppError zabbix.not_found, zabbix.whole_company, zabbix.move_not_allowed */
export async function lockedImport(
  ctx: RequestContext,
  importId: string,
  states: readonly ImportRow['state'][],
): Promise<ImportRow> {
  requireWholeCompany(ctx)
  const found = await zabbixRepo.lock(ctx, importId)
  if (!found) throw new AppError('zabbix.not_found')
  if (!states.includes(found.state)) throw new AppError('zabbix.move_not_allowed')
  return found
}

function listed({
  startedByName: _startedByName,
  withoutSnmp: _withoutSnmp,
  disabled: _disabled,
  ...row
}: ImportRow): OutputOf<typeof zabbixApi.pageZabbix>['items'][number] {
  return row
}
