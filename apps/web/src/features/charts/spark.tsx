import { useTranslation } from 'react-i18next'
import type { PanelMeasure } from '@netward/contract/panels/panel'
import { inOne, useMeasureText } from './measure-text.ts'

const size = { width: 88, height: 20 }

/** A small course of a measure: gaps stay gaps; read aloud by its ends and bounds. */
export function Spark({ values, measure }: { values: readonly (number | null)[]; measure: PanelMeasure }) {
  const { t } = useTranslation()
  const text = useMeasureText()
  const known = values.filter((value) => value !== null)
  const [first] = known
  const last = known.at(-1)
  if (first === undefined || last === undefined) return <>—</>
  const [least, most] = [Math.min(...known), Math.max(...known)]
  const said = (value: number) => inOne(text(value, measure))
  const x = (place: number) =>
    values.length < 2 ? size.width / 2 : (place / (values.length - 1)) * size.width
  const y = (value: number) =>
    most === least
      ? size.height / 2
      : size.height - 2 - ((value - least) / (most - least)) * (size.height - 4)
  let path = ''
  let isGap = true
  for (const [place, value] of values.entries()) {
    if (value !== null) path += `${isGap ? 'M' : 'L'}${x(place).toFixed(1)} ${y(value).toFixed(1)}`
    isGap = value === null
  }
  const label = t('panels.trendOf', {
    from: said(first),
    to: said(last),
    least: said(least),
    most: said(most),
  })
  return (
    <svg className="panel-spark" viewBox={`0 0 ${size.width} ${size.height}`} role="img" aria-label={label}>
      <title>{label}</title>
      <path d={path} />
    </svg>
  )
}
