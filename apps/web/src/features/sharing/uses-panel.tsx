import type { EndpointOutput } from '@netward/contract'
import { Pagination } from 'antd'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { Chart } from '../../ui/chart.tsx'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState } from '../../ui/states.tsx'
import '../../ui/plain-table.css'
import type { issuedUses } from './sharing.ts'

type Uses = EndpointOutput<typeof issuedUses>
export const usesPageSize = 20

/** What both companies did with a key: by day, and one by one. */
export function UsesPanel(props: {
  uses: Uses | undefined
  daily: readonly { at: string; count: number }[]
  page: number
  onPage: (page: number) => void
}) {
  const { t } = useTranslation()
  const { uses, daily, page, onPage } = props
  if (uses === undefined) return null
  return (
    <>
      <Panel title={t('sharing.perDay')}>
        <Chart
          title={t('sharing.perDay')}
          height={180}
          min={0}
          series={[
            {
              name: t('sharing.uses'),
              kind: 'bar',
              points: daily.map(({ at, count }) => [Date.parse(at), count] as const),
            },
          ]}
        />
      </Panel>
      <Panel title={t('sharing.log')}>
        {uses.total === 0 ? (
          <EmptyState title={t('sharing.logNone')} hint={t('sharing.logNoneHint')} />
        ) : (
          <>
            <Table uses={uses} />
            {uses.total > usesPageSize && (
              <Pagination
                size="small"
                current={page}
                pageSize={usesPageSize}
                total={uses.total}
                showSizeChanger={false}
                onChange={onPage}
              />
            )}
          </>
        )}
      </Panel>
    </>
  )
}

function Table({ uses: { items } }: { uses: Uses }) {
  const { t } = useTranslation()
  const format = useFormat()
  return (
    <div className="plain-table-frame">
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{t('sharing.at')}</th>
            <th scope="col">{t('sharing.act')}</th>
            <th scope="col">{t('sharing.order')}</th>
            <th scope="col">{t('sharing.actor')}</th>
            <th scope="col">{t('sharing.noteLabel')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ id, at, act, orderNumber, quantity, actorName, companyName, note }) => (
            <tr key={id}>
              <td>{format.dateTime(at)}</td>
              <td data-label={t('sharing.act')}>
                {t(`sharing.acts.${act}`)}
                {quantity !== null && ` × ${quantity}`}
              </td>
              <td data-label={t('sharing.order')}>{orderNumber === null ? '—' : `#${orderNumber}`}</td>
              <td data-label={t('sharing.actor')}>
                {actorName} <span className="quiet">{companyName}</span>
              </td>
              <td data-label={t('sharing.noteLabel')}>{note || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
