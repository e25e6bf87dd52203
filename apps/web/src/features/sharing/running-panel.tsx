import type { AssignmentState } from '@netward/contract/sharing-values'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useAct } from '../../lib/use-api.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { AssignmentTag } from './key-state.tsx'
import { afterIssued, type IssuedKey } from './sharing.ts'
import './sharing.css'

/** Orders that engineers of this company carry out by the key, and parts that are kept by it. */
export function RunningPanel({ sharingKey }: { sharingKey: IssuedKey }) {
  const { t } = useTranslation()
  const { id: keyId, assignments, reservations } = sharingKey
  return (
    <Panel title={t('sharing.running')}>
      {assignments.length + reservations.length === 0 ? (
        <span className="quiet">{t('sharing.runningNone')}</span>
      ) : (
        <ul className="sharing-history">
          {assignments.map(({ id, orderNumber, companyName, engineerName, state }) => (
            <li key={id}>
              <RowLink to={paths.sharedOrder(id)}>#{orderNumber}</RowLink>
              <span>{engineerName}</span>
              <AssignmentTag state={state as AssignmentState} />
              <span className="quiet">{companyName}</span>
            </li>
          ))}
          {reservations.map((reservation) => (
            <Reservation key={reservation.id} keyId={keyId} reservation={reservation} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Reservation(props: { keyId: string; reservation: IssuedKey['reservations'][number] }) {
  const { t } = useTranslation()
  const confirm = useConfirm()
  const mayEdit = useMay('DMS_SERVER_PART_EDIT')
  const end = useAct('POST /api/v1/work/sharing/issued/:keyId/reservation/:reservationId/end', {
    refresh: afterIssued,
  })
  const {
    keyId,
    reservation: { id: reservationId, orderNumber, companyName, model, serial, quantity },
  } = props
  const name = [model, serial].filter(Boolean).join(' ')
  const ask = (act: 'issue' | 'free') =>
    void confirm({
      title: t(act === 'issue' ? 'sharing.handTitle' : 'sharing.freeTitle', { name }),
      text: t(act === 'issue' ? 'sharing.handText' : 'sharing.freeText'),
      action: t(act === 'issue' ? 'sharing.hand' : 'sharing.free'),
      danger: act === 'free',
      act: () => end.mutateAsync({ keyId, reservationId, act }),
    })
  return (
    <li>
      <span>#{orderNumber}</span>
      <span>
        {name} × {quantity}
      </span>
      <span className="quiet">{companyName}</span>
      {mayEdit && (
        <span>
          <Button
            type="link"
            size="small"
            aria-label={`${t('sharing.hand')} ${name}`}
            onClick={() => ask('issue')}
          >
            {t('sharing.hand')}
          </Button>
          <Button
            type="link"
            size="small"
            aria-label={`${t('sharing.free')} ${name}`}
            onClick={() => ask('free')}
          >
            {t('sharing.free')}
          </Button>
        </span>
      )}
    </li>
  )
}
