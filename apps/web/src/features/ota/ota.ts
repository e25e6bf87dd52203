import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { type CampaignState, targetFaults, type TargetState } from '@netward/contract/states/campaign'
import type { TFunction } from 'i18next'
import type { FirmwareState } from '@netward/contract/states/firmware'
import type { PhraseKey } from '@netward/phrases'
import { faultText } from '../../lib/fault-text.ts'
import type { CompanyScope } from '../../lib/use-company-scope.ts'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const firmwareList = 'POST /ota/api/v2/ota/firmware/lists'
export const firmwareEndpoint = 'GET /ota/api/v2/ota/firmware/:firmwareId'
export const uploadEndpoint = 'GET /ota/api/v2/ota/firmware/:firmwareId/upload'
export const campaignList = 'POST /ota/api/v2/ota/lists'
export const campaignEndpoint = 'GET /ota/api/v2/ota/summary/:campaignId'
export const targetList = 'POST /ota/api/v2/ota/targets/lists'
export const programmeList = 'POST /ota/api/v2/ota/programme/lists'
export const programmeEndpoint = 'GET /ota/api/v2/ota/programme/:programmeId'
export const programmeTenants = 'POST /ota/api/v2/ota/programme/tenants/lists'

export type Firmware = EndpointOutput<typeof firmwareEndpoint>
export type Campaign = EndpointOutput<typeof campaignList>['items'][number]
export type CampaignDetail = EndpointOutput<typeof campaignEndpoint>
export type Programme = EndpointOutput<typeof programmeEndpoint>
export type ProgrammeTenant = EndpointOutput<typeof programmeTenants>['items'][number]
export type Target = EndpointOutput<typeof targetList>['items'][number]

export const afterFirmware: readonly EndpointKey[] = [firmwareList, firmwareEndpoint]
export const afterCampaign: readonly EndpointKey[] = [campaignList, campaignEndpoint, targetList]

export const afterProgramme: readonly EndpointKey[] = [
  programmeList,
  programmeEndpoint,
  programmeTenants,
  campaignList,
]

/** Whose library it is, and whether companies below get it. */
export function sourceOf(
  { inherited, companyId, state }: Pick<Firmware, 'inherited' | 'companyId' | 'state'>,
  scope: Pick<CompanyScope, 'companyId' | 'several'>,
): 'ota.inherited' | 'ota.ofTenant' | 'ota.shared' | 'ota.own' {
  if (inherited) return 'ota.inherited'
  if (companyId !== scope.companyId) return 'ota.ofTenant'
  return scope.several && state === 'released' ? 'ota.shared' : 'ota.own'
}

export const firmwareTones: Record<FirmwareState, StatusTone> = {
  draft: 'waiting',
  released: 'ok',
  withdrawn: 'off',
}

export const campaignTones: Record<CampaignState, StatusTone> = {
  preparing: 'busy',
  preparing_failed: 'bad',
  draft: 'off',
  awaiting_approval: 'warn',
  scheduled: 'waiting',
  running: 'busy',
  paused: 'warn',
  completed: 'ok',
  completed_with_failures: 'bad',
  cancelled: 'off',
}

/** Whether its gateways are still being recorded. */
export function isPreparing(state: CampaignState | null): boolean {
  return state === 'preparing' || state === 'preparing_failed'
}

export const targetTones: Record<TargetState, StatusTone> = {
  waiting: 'waiting',
  queued: 'waiting',
  sent: 'busy',
  downloading: 'busy',
  transferred: 'busy',
  verified: 'ok',
  failed: 'bad',
  rolled_back: 'warn',
  aborted: 'off',
  cancelled: 'off',
}

export const rollbackTones: Record<NonNullable<Target['rollback']>, StatusTone> = {
  asked: 'warn',
  wanted: 'waiting',
  reading: 'busy',
  switching: 'busy',
  fetching: 'busy',
  done: 'ok',
  failed: 'bad',
}

const ownFaults: readonly string[] = targetFaults

/** A gateway's fault within its campaign, in words. */
export function targetFaultText(t: TFunction, code: string): string {
  return ownFaults.includes(code) ? t(`ota.faults.${code}` as PhraseKey) : faultText(t, code)
}

/** A line that got worse after an upgrade, in words. */
export function worsenedText(
  t: TFunction,
  { metric, lineName: line, before, after }: NonNullable<Target['worsened']>,
): string {
  return t(`ota.worsened.${metric}`, { line, before: before.toFixed(1), after: after.toFixed(1) })
}
