import type { EndpointKey, EndpointOutput } from '@netward/contract'
import { isLinePart } from '@netward/contract/line-profiles'
import type { MeasuredLineState } from '@netward/contract/line-quality-values'
import type { TFunction } from 'i18next'
import type { StatusTone } from '../../ui/status-tag.tsx'

export const lineList = 'POST /dial/api/v1/line/lists'
export const lineDetail = 'GET /dial/api/v1/line/:lineId'
export const outageList = 'POST /dial/api/v1/line/:lineId/outage/lists'
export const everyOutage = 'POST /dial/api/v1/outage/lists'
export const profileList = 'GET /dial/api/v1/profile'

export type LineRow = EndpointOutput<typeof lineList>['items'][number]
export type LineDetailRow = EndpointOutput<typeof lineDetail>
export type OutageRow = EndpointOutput<typeof outageList>['items'][number]
export type PlacedOutage = EndpointOutput<typeof everyOutage>['items'][number]
export type ProfileRow = EndpointOutput<typeof profileList>['items'][number]

export const afterLine: readonly EndpointKey[] = [lineList, lineDetail, outageList, everyOutage]

export const stateTones: Readonly<Record<MeasuredLineState, StatusTone>> = {
  up: 'ok',
  down: 'bad',
  blind: 'unknown',
  unmeasured: 'off',
}

/** What a target of the tests of a line is called. */
export const targetText = (target: string, t: TFunction): string =>
  isLinePart(target) ? t(`lines.smoke.targets.${target}`) : target

const rounded = (value: number, digits: number) => String(Number(value.toFixed(digits)))
export const percentText = (value: number | null) => (value === null ? '—' : `${rounded(value, 2)} %`)
export const msText = (value: number | null) => (value === null ? '—' : `${rounded(value, 1)} ms`)
export const scoreText = (value: number | null) => (value === null ? '—' : value.toFixed(2))
export const shareText = (value: number | null) => (value === null ? '—' : `${(value * 100).toFixed(2)} %`)
