import { useTranslation } from 'react-i18next'
import { useAct } from '../../lib/use-api.ts'
import { StatusTag } from '../../ui/status-tag.tsx'
import { afterReservation, type SharedPart } from './part.ts'
import { ReplaceButton } from './replace-button.tsx'
import { ReservationActs } from './reservation-acts.tsx'
import { reservationTones } from './reservation-tones.ts'

/** Parts of another company that are kept for the order, with the company that they come from. */
export function SharedLine(props: {
  orderId: string
  part: SharedPart
  mayEdit: boolean
  onEdit: () => void
  /** Null: there is no device to replace. */
  onReplace: (() => void) | null
}) {
  const { t } = useTranslation()
  const { orderId, part, mayEdit, onEdit, onReplace } = props
  const { id: partId, serial, quantity, used, state, companyName, warehouseName, category } = part
  const free = useAct('DELETE /api/v1/work/order/:orderId/shared/part/:partId', { refresh: afterReservation })
  const name = part.model || t(`parts.categories.${category}`)
  return (
    <li>
      <span>
        {name} {serial !== null && <span className="mono">{serial}</span>}
      </span>
      <StatusTag tone={reservationTones[state]}>{t(`parts.reservationStates.${state}`)}</StatusTag>
      <StatusTag tone="waiting">{t('sharing.origin', { company: companyName })}</StatusTag>
      <span className="quiet">
        {[warehouseName, t('parts.usedOf', { used, quantity })].filter(Boolean).join(' · ')}
      </span>
      {mayEdit && state === 'reserved' && (
        <span>
          <ReplaceButton serial={serial} onReplace={onReplace} />
          <ReservationActs
            name={serial ?? name}
            onEdit={onEdit}
            free={() => free.mutateAsync({ orderId, partId })}
          />
        </span>
      )}
    </li>
  )
}
