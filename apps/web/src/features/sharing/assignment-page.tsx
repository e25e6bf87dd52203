import { possibleMoves, type AssignmentMove } from '@netward/contract/sharing-values'
import { useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct, useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DetailPage, Panel } from '../../ui/detail-page.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { AssignmentTag } from './key-state.tsx'
import { MoveAssignmentDrawer } from './move-assignment-drawer.tsx'
import { afterAssignment, type Assignment, assignmentRead } from './sharing.ts'
import './sharing.css'

export function AssignmentPage() {
  const { assignmentId = '' }: { assignmentId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_WORK_ORDER') ? (
    <Page key={assignmentId} assignmentId={assignmentId} />
  ) : (
    <NoPermissionState />
  )
}

/** An order of another company, as far as its engineer needs it. */
function Page({ assignmentId }: { assignmentId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const answer = useApi(assignmentRead, { assignmentId })
  const order = answer.data
  useLiveReads(assignmentRead, ['sharing.changed'])
  return (
    <DetailPage
      title={order === undefined ? t('shell.titles.sharedOrder') : `#${order.orderNumber} ${order.title}`}
      path={paths.sharedOrder(assignmentId)}
      back={paths.sharedOrders}
      loading={order === undefined}
      error={order === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      tabs={order === undefined ? [] : [{ key: 'order', label: '', content: <Content order={order} /> }]}
      {...(order !== undefined && {
        status: <AssignmentTag state={order.state} />,
        subtitle: t('sharing.origin', { company: order.companyName }),
        actions: <Acts order={order} />,
        facts: [
          { label: t('sharing.engineerName'), value: order.engineerName },
          { label: t('sharing.place'), value: order.outletName || t('sharing.noPlace') },
          {
            label: t('parts.address'),
            value: order.address || '—',
          },
          {
            label: t('orders.contact'),
            value: (
              <>
                {order.contactName || (order.contactPhone === '' ? t('orders.noContact') : '')}{' '}
                {order.contactPhone !== '' && <a href={`tel:${order.contactPhone}`}>{order.contactPhone}</a>}
              </>
            ),
          },
          {
            label: t('sharing.appointment'),
            value:
              order.visitStartsAt === null
                ? t('sharing.noAppointment')
                : `${format.dateTime(order.visitStartsAt)} – ${order.visitEndsAt === null ? '' : format.dateTime(order.visitEndsAt)}`,
          },
          {
            label: t('orders.resolveDue'),
            value: order.resolveDue === null ? '—' : format.dateTime(order.resolveDue),
          },
          {
            label: t('sharing.dispatchedBy'),
            value: t('sharing.redeemedOf', {
              person: order.dispatchedBy,
              time: format.dateTime(order.dispatchedAt),
            }),
          },
        ],
      })}
    />
  )
}

/** The likely next one first: who is on site solves it. */
function movesOf({ state, mine }: Assignment): readonly AssignmentMove[] {
  const possible = possibleMoves(state, mine)
  return state === 'in_progress' && mine
    ? ['resolve', ...possible.filter((move) => move !== 'resolve')]
    : possible
}

function Acts({ order }: { order: Assignment }) {
  const { t } = useTranslation()
  const mayEdit = useMay('DMS_SERVER_WORK_ORDER_EDIT')
  const [moving, setMoving] = useState<AssignmentMove | null>(null)
  const [open, setOpen] = useState(false)
  const move = useAct('POST /api/v1/work/sharing/assignment/:assignmentId/move', { refresh: afterAssignment })
  const begin = (name: AssignmentMove) => {
    if (name !== 'accept' && name !== 'check_in') {
      setMoving(name)
      setOpen(true)
      return
    }
    void move
      .mutateAsync({ assignmentId: order.id, move: name })
      .then(() => notify.success(t('sharing.moved')))
      .catch(() => undefined)
  }
  if (!mayEdit) return null
  return (
    <>
      {movesOf(order).map((name, index) => (
        <Button
          key={name}
          type={index === 0 && order.mine ? 'primary' : 'default'}
          onClick={() => begin(name)}
        >
          {t(`sharing.moves.${name}`)}
        </Button>
      ))}
      <MoveAssignmentDrawer
        assignmentId={order.id}
        move={moving}
        open={open}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

function Content({ order }: { order: Assignment }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <>
      <Panel title={t('orders.details')}>
        {order.description !== '' && <p className="sharing-text">{order.description}</p>}
        <span className="quiet">{t(`orders.categories.${order.category}`)}</span>
      </Panel>
      <Panel title={t('orders.history')}>
        <ul className="sharing-history">
          {order.history.map(({ id, at, act, actorName, note }) => (
            <li key={id}>
              <strong>{t(`sharing.acts.${act}`)}</strong>
              <span className="quiet">
                {format.dateTime(at)} {actorName}
              </span>
              {note !== '' && <p>{note}</p>}
            </li>
          ))}
        </ul>
      </Panel>
    </>
  )
}
