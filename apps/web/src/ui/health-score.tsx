import type { HealthBand } from '@netward/contract/outlet-health-values'
import { useT } from '../lib/use-t.ts'
import { StatusTag, type StatusTone } from './status-tag.tsx'

const tones: Record<HealthBand, StatusTone> = { good: 'ok', fair: 'warn', poor: 'bad', unknown: 'unknown' }

/** Health of an outlet by number and colour; the icon of its band tells them apart without colour. */
export function HealthScore({
  outlet: { score, band },
}: {
  outlet: { readonly score: number | null; readonly band: HealthBand }
}) {
  const t = useT()
  const text = t(`outlets.band.${band}`)
  return (
    <StatusTag tone={tones[band]}>
      <span title={text}>{score ?? '—'}</span>
      <span className="visually-hidden">{text}</span>
    </StatusTag>
  )
}
