import {
  orderMoveNames,
  type OrderMove,
  orderRefusal,
  type OrderRefusal,
} from '@netward/contract/states/work-order'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { notify } from '../../lib/notify.ts'
import { useAct } from '../../lib/use-api.ts'
import { MoreMenu } from '../../ui/more-menu.tsx'
import { afterOrder, type MoveInput, type OrderDetail } from './order.ts'
import { HelpDrawer } from './dispatch/help-drawer.tsx'
import { DueDrawer } from './due-drawer.tsx'
import { MoveDrawer, needsForm } from './move-drawer.tsx'
import { NoteDrawer } from './note-drawer.tsx'
import { OrderDrawer } from './order-drawer.tsx'

/** Of those that are possible the first is the likely next step. */
const likely: readonly OrderMove[] = [
  'claim',
  'accept',
  'start',
  'resume',
  'resolve',
  'close',
  'take',
  'dispatch',
  'assign',
  'suspend',
  'refuse',
  'transfer',
  'reopen',
]
const mostButtons = 3

/** What can be done with the order now; the rest says why not. */
export function OrderActs({ order }: { order: OrderDetail }) {
  const { t } = useTranslation()
  const move = useMove(order)
  const [moving, setMoving] = useState<OrderMove | null>(null)
  const [open, setOpen] = useState<'move' | 'note' | 'edit' | 'due' | 'help' | null>(null)
  const watch = useAct('POST /api/v1/work/order/:orderId/watch', { refresh: afterOrder })
  const refusalOf = (name: OrderMove) => orderRefusal(name, order, order.personId)
  const begin = (name: OrderMove) => {
    if (needsForm(name)) {
      setMoving(name)
      setOpen('move')
    } else void move({ name } as MoveInput).catch(() => undefined)
  }
  const buttons = likely.filter((name) => refusalOf(name) === null).slice(0, mostButtons)
  const why = (refusal: OrderRefusal | null) => (refusal === null ? null : t(`orders.refusals.${refusal}`))
  const over = order.state === 'closed' || order.state === 'cancelled' ? t('orders.refusals.state') : null
  return (
    <>
      {buttons.map((name, index) => (
        <Button key={name} type={index === 0 ? 'primary' : 'default'} onClick={() => begin(name)}>
          {t(`orders.moves.${name}`)}
        </Button>
      ))}
      <Button onClick={() => setOpen('note')}>{t('orders.addNote')}</Button>
      <MoreMenu
        groups={[
          {
            title: t('orders.state'),
            items: orderMoveNames
              .filter((name) => !buttons.includes(name))
              .map((name) => ({
                key: name,
                label: t(`orders.moves.${name}`),
                danger: name === 'cancel',
                why: why(refusalOf(name)),
                start: () => begin(name),
              })),
          },
          {
            title: t('orders.details'),
            items: [
              { key: 'help', label: t('fieldWork.help'), why: over, start: () => setOpen('help') },
              { key: 'edit', label: t('orders.edit'), why: over, start: () => setOpen('edit') },
              { key: 'due', label: t('orders.setDue'), why: over, start: () => setOpen('due') },
              {
                key: 'watch',
                label: t(order.watching ? 'orders.unwatch' : 'orders.watch'),
                start: () => watch.mutate({ orderId: order.id, watch: !order.watching }),
              },
            ],
          },
        ]}
      />
      <MoveDrawer
        order={order}
        move={moving}
        open={open === 'move'}
        onClose={() => setOpen(null)}
        onMove={move}
      />
      <HelpDrawer orderId={order.id} open={open === 'help'} onClose={() => setOpen(null)} />
      <NoteDrawer order={order} open={open === 'note'} onClose={() => setOpen(null)} />
      <OrderDrawer order={order} about={{}} open={open === 'edit'} onClose={() => setOpen(null)} />
      <DueDrawer order={order} open={open === 'due'} onClose={() => setOpen(null)} />
    </>
  )
}

function useMove({ id: orderId, version }: OrderDetail): (move: MoveInput) => Promise<void> {
  const { t } = useTranslation()
  const send = useAct('POST /api/v1/work/order/:orderId/move', { refresh: afterOrder })
  return async (move) => {
    await send.mutateAsync({ orderId, version, move })
    notify.success(t('orders.moved'))
  }
}
