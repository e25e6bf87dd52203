import type { EndpointInput, EndpointOutput } from '@netward/contract'
import type { TFunction } from 'i18next'

export const advisoryList = 'POST /monitor/api/v1/advisory/lists'
export const advisoryDetail = 'GET /monitor/api/v1/advisory/:advisoryId'
export const advisorySummary = 'POST /monitor/api/v1/advisory/summary'
export const advisoryCompanies = 'POST /monitor/api/v1/advisory/company/lists'
export const affectedDevices = 'POST /monitor/api/v1/inventory/lists'

export type AdvisoryRow = EndpointOutput<typeof advisoryList>['items'][number]
export type AdvisoryDetail = EndpointOutput<typeof advisoryDetail>
export type AdvisoryState = AdvisoryRow['state']
type Range = Pick<
  EndpointInput<'POST /monitor/api/v1/advisory'>,
  'firstVersion' | 'lastVersion' | 'fixedVersion'
>

/** What a change of an advisory, or of the devices, changes on screen. */
export const afterAdvisory = [
  advisoryList,
  advisoryDetail,
  advisorySummary,
  advisoryCompanies,
  affectedDevices,
] as const

export const stateTones = { open: 'bad', closed: 'ok', none: 'off' } as const satisfies Record<
  AdvisoryState,
  string
>

/** Affected versions in one line. */
export function rangeText(
  t: TFunction,
  { firstVersion = '', lastVersion = '', fixedVersion = '' }: Range,
): string {
  if (lastVersion !== '')
    return firstVersion === ''
      ? t('advisories.upTo', { version: lastVersion })
      : t('advisories.between', { first: firstVersion, last: lastVersion })
  return firstVersion === ''
    ? t('advisories.before', { version: fixedVersion })
    : t('advisories.betweenBefore', { first: firstVersion, fixed: fixedVersion })
}
