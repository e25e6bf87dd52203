import { type PanelKey, panels } from '@netward/contract/panels/panels'
import { useTimeZone } from '../../lib/time-zone.ts'
import type { PanelInput } from './panel.ts'
import { PanelFrame } from './panel-frame.tsx'
import './charts.css'

const isPanel = (key: string): key is PanelKey => Object.hasOwn(panels, key)

/** A panel with a period and filters of its own, outside of its page. */
export function AnswerPanel(props: {
  panel: string
  from: string
  to: string
  filters: Readonly<Record<string, string | readonly string[]>>
}) {
  const zone = useTimeZone()
  const { panel, from, to, filters } = props
  if (!isPanel(panel)) return null
  const input = {
    ...filters,
    from,
    to,
    timeZone: zone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  } as Omit<PanelInput, 'panel'>
  return <PanelFrame panel={panel} input={input} ignored={none} onZoom={null} />
}

const none: readonly never[] = []
