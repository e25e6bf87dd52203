import { deviceMoves } from '@netward/contract/states/device'
import { useT } from '../../lib/use-t.ts'
import { paths } from '../../lib/paths.ts'
import { RowLink } from '../../ui/row-link.tsx'
import type { DeviceRow } from '../../lib/device-row.ts'
import { MoveButton } from '../../ui/move-button.tsx'

/** Terminal link on a gateway's row. A link, so that each can open in a browser tab. */
export function TerminalAct({ device }: { device: DeviceRow }) {
  const t = useT()
  const refusal = deviceMoves.openTerminal(device)
  const label = `${t('terminals.action')} ${device.name}`
  if (refusal === null) {
    return (
      <RowLink to={paths.terminalOn(device.id)} label={label}>
        {t('terminals.action')}
      </RowLink>
    )
  }
  return (
    <MoveButton type="link" size="small" refusal={refusal} aria-label={label} onClick={() => undefined}>
      {t('terminals.action')}
    </MoveButton>
  )
}
