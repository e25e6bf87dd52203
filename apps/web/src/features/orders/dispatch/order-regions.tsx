import { noRegion } from '@netward/contract/outlet-region'
import { Link } from '@tanstack/react-router'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useApi } from '../../../lib/use-api.ts'
import { useLiveReads } from '../../../lib/use-live-reads.ts'
import { EmptyState, ErrorState, LoadingState, NoPermissionState } from '../../../ui/states.tsx'
import '../../../ui/plain-table.css'
import '../orders.css'

const read = 'GET /api/v1/work/order/regions'

export function OrderRegions() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <Regions /> : <NoPermissionState />
}

/** Open orders by the region of their sites; each number leads to its orders. */
function Regions() {
  const { t } = useTranslation()
  const format = useFormat()
  const answer = useApi(read, {}, { keepPrevious: true })
  useLiveReads(read, ['work_order.changed'])
  const to = (region: string, count: number, filter: Record<string, string>) => (
    <td>
      {count === 0 ? (
        <span className="quiet">0</span>
      ) : (
        <Link to={paths.orders} search={{ region: region === '' ? noRegion : region, ...filter }}>
          {format.number(count)}
        </Link>
      )}
    </td>
  )
  return (
    <div className="list-page">
      <div className="list-head">
        <h1>{t('shell.titles.workRegions')}</h1>
        <div className="list-actions">
          <Button href={`#${paths.orders}`}>{t('orders.list')}</Button>
          <Button href={`#${paths.orderBoard}`}>{t('orders.board')}</Button>
        </div>
      </div>
      {answer.data === undefined ? (
        answer.error === null ? (
          <LoadingState rows={8} />
        ) : (
          <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />
        )
      ) : answer.data.length === 0 ? (
        <EmptyState title={t('fieldWork.regionsNone')} />
      ) : (
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{t('fieldWork.region')}</th>
              <th scope="col">{t('fieldWork.regionOpen')}</th>
              <th scope="col">{t('fieldWork.regionUnassigned')}</th>
              <th scope="col">{t('fieldWork.regionOverdue')}</th>
            </tr>
          </thead>
          <tbody>
            {answer.data.map(({ region, open, unassigned, overdue }) => (
              <tr key={region}>
                <th scope="row">{region === '' ? t('fieldWork.regionNone') : region}</th>
                {to(region, open, {})}
                {to(region, unassigned, { state: 'new' })}
                {to(region, overdue, { overdue: 'yes' })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}
