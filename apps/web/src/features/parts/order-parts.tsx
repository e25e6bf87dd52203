import type { OrderState } from '@netward/contract/states/work-order'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { OrderReplacements } from './order-replacements.tsx'
import {
  afterReservation,
  brokenRead,
  type OrderPart,
  partsOfOrder,
  type SharedPart,
  sharedPartsOfOrder,
} from './part.ts'
import { ReplaceButton } from './replace-button.tsx'
import { ReplaceDrawer, type ReplacingPart } from './replace-drawer.tsx'
import { ReservationActs } from './reservation-acts.tsx'
import { reservationTones } from './reservation-tones.ts'
import { ReserveDrawer } from './reserve-drawer.tsx'
import { SharedLine } from './shared-line.tsx'
import { SharedReserveDrawer } from './shared-reserve-drawer.tsx'
import { SharedUsedDrawer, UsedDrawer } from './used-drawer.tsx'
import './parts.css'

const over: readonly OrderState[] = ['resolved', 'closed', 'cancelled']

/** Parts that are kept for an order; nothing for those who may not see parts. */
export function OrderParts(props: { orderId: string; state: OrderState }) {
  return useMay('DMS_SERVER_PART') ? <Parts {...props} /> : null
}

function Parts({ orderId, state }: { orderId: string; state: OrderState }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT') && !over.includes(state)
  const parts = useApi(partsOfOrder, { orderId }).data
  const shared = useApi(sharedPartsOfOrder, { orderId }).data
  const [open, setOpen] = useState<'own' | 'shared' | null>(null)
  const [editing, setEditing] = useState<OrderPart | null>(null)
  const [replacing, setReplacing] = useState<ReplacingPart | null>(null)
  const broken = useApi(brokenRead, { orderId }, { enabled: mayEdit }).data ?? null
  const [using, setUsing] = useState<SharedPart | null>(null)
  useLiveReads(partsOfOrder, ['part.changed'])
  useLiveReads(sharedPartsOfOrder, ['part.changed'])
  if (parts === undefined || shared === undefined) return null
  return (
    <Panel
      title={t('parts.orderParts')}
      actions={
        <>
          {parts.length > 0 && <RowLink to={paths.partSlip(orderId)}>{t('parts.slip')}</RowLink>}
          {mayEdit && (
            <span className="order-parts-acts">
              <Button size="small" onClick={() => setOpen('own')}>
                {t('parts.reserve')}
              </Button>
              <Button size="small" onClick={() => setOpen('shared')}>
                {t('sharing.reserve')}
              </Button>
            </span>
          )}
        </>
      }
    >
      {parts.length + shared.length === 0 ? (
        <span className="quiet">{t('parts.orderPartsNone')}</span>
      ) : (
        <ul className="order-parts">
          {parts.map((part) => (
            <Line
              key={part.id}
              orderId={orderId}
              part={part}
              mayEdit={mayEdit}
              onEdit={() => setEditing(part)}
              onReplace={broken === null ? null : () => setReplacing(part)}
            />
          ))}
          {shared.map((part) => (
            <SharedLine
              key={`shared ${part.id}`}
              orderId={orderId}
              part={part}
              mayEdit={mayEdit}
              onEdit={() => setUsing(part)}
              onReplace={
                broken === null
                  ? null
                  : () => setReplacing({ id: part.id, serial: part.serial, shared: true })
              }
            />
          ))}
        </ul>
      )}
      <OrderReplacements orderId={orderId} />
      {mayEdit && <p className="quiet">{t('parts.orderPartsHint')}</p>}
      <ReplaceDrawer
        orderId={orderId}
        part={replacing}
        open={replacing !== null}
        onClose={() => setReplacing(null)}
      />
      <ReserveDrawer orderId={orderId} open={open === 'own'} onClose={() => setOpen(null)} />
      <SharedReserveDrawer orderId={orderId} open={open === 'shared'} onClose={() => setOpen(null)} />
      <UsedDrawer orderId={orderId} part={editing} open={editing !== null} onClose={() => setEditing(null)} />
      <SharedUsedDrawer orderId={orderId} part={using} open={using !== null} onClose={() => setUsing(null)} />
    </Panel>
  )
}

function Line(props: {
  orderId: string
  part: OrderPart
  mayEdit: boolean
  onEdit: () => void
  /** Null: there is no device to replace. */
  onReplace: (() => void) | null
}) {
  const { t } = useTranslation()
  const { orderId, part, mayEdit, onEdit, onReplace } = props
  const { id: reservationId, serialId, serial, quantity, used, state } = part
  const free = useAct('DELETE /api/v1/work/order/:orderId/part/:reservationId', { refresh: afterReservation })
  const name = `${part.brand} ${part.modelName}`.trim()
  return (
    <li>
      <span>
        {name}{' '}
        {serialId !== null && (
          <RowLink to={paths.partSerial(serialId)}>
            <span className="mono">{serial}</span>
          </RowLink>
        )}
      </span>
      <StatusTag tone={reservationTones[state]}>{t(`parts.reservationStates.${state}`)}</StatusTag>
      <span className="quiet">
        {part.warehouseName} · {t('parts.usedOf', { used, quantity })}
      </span>
      {mayEdit && state === 'reserved' && (
        <span>
          <ReplaceButton serial={serial} onReplace={onReplace} />
          <ReservationActs
            name={serial ?? name}
            onEdit={onEdit}
            free={() => free.mutateAsync({ orderId, reservationId })}
          />
        </span>
      )}
    </li>
  )
}
