import type { PanelMeasure } from '@netward/contract/panels/panel'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'

export interface MeasureText {
  readonly number: string
  /** Written small behind the number; empty: none. */
  readonly unit: string
}

/** A value in the words of its unit; no data is a dash, zero is zero. */
export function useMeasureText(): (value: number | null | undefined, measure: PanelMeasure) => MeasureText {
  const { t } = useTranslation()
  const format = useFormat()
  return (value, { unit, decimals = 0 }) => {
    if (value === null || value === undefined) return { number: '—', unit: '' }
    if (unit === 'share') return { number: (value * 100).toFixed(decimals), unit: '%' }
    const number = decimals === 0 ? format.number(Math.round(value)) : value.toFixed(decimals)
    return {
      number,
      unit: unit === 'count' || unit === 'quantity' || unit === 'score' ? '' : t(`panels.units.${unit}`),
    }
  }
}

export const inOne = ({ number, unit }: MeasureText): string =>
  unit === '' ? number : unit === '%' ? `${number}%` : `${number} ${unit}`
