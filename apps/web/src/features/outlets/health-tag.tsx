import { useT } from '../../lib/use-t.ts'
import { StatusTag, type StatusTone } from '../../ui/status-tag.tsx'
import type { OutletRow } from './outlet.ts'

const tones: Record<OutletRow['health'], StatusTone> = {
  online: 'ok',
  partial: 'warn',
  overdue: 'warn',
  offline: 'bad',
  unknown: 'unknown',
  none: 'off',
}

/** Health of an outlet's gateways, with the number online. */
export function HealthTag({ outlet }: { outlet: Pick<OutletRow, 'health' | 'online' | 'devices'> }) {
  const t = useT()
  const { health, online, devices } = outlet
  const text = t(`outlets.health.${health}`)
  return (
    <StatusTag tone={tones[health]}>
      {devices === 0 ? text : t('outlets.healthCount', { health: text, online, devices })}
    </StatusTag>
  )
}
