import { useTranslation } from 'react-i18next'
import type { PanelMeasure } from '@netward/contract/panels/panel'
import { Sparkline } from '../../ui/sparkline.tsx'
import { inOne, useMeasureText } from './measure-text.ts'

/** A small course of a measure, read aloud by its ends and bounds. */
export function Spark({ values, measure }: { values: readonly (number | null)[]; measure: PanelMeasure }) {
  const { t } = useTranslation()
  const text = useMeasureText()
  const known = values.filter((value) => value !== null)
  const said = (value: number | undefined) => inOne(text(value, measure))
  const label = t('panels.trendOf', {
    from: said(known[0]),
    to: said(known.at(-1)),
    least: said(Math.min(...known)),
    most: said(Math.max(...known)),
  })
  return <Sparkline values={values} label={label} />
}
