import { HistoryOutlined } from '@ant-design/icons'
import type { EndpointOutput } from '@netward/contract'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useAct } from '../../lib/use-api.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'

type Visit = EndpointOutput<'POST /api/v1/personal/visit'>

/** What changed since the person was here last, each count with its list; nothing at the first visit. */
export function SinceLast() {
  const { t } = useTranslation()
  const format = useFormat()
  const [visit, setVisit] = useState<Visit | null>(null)
  const { mutateAsync } = useAct('POST /api/v1/personal/visit', { errors: 'caller' })
  useEffect(() => {
    let here = true
    const look = async () => {
      const found = await mutateAsync({}).catch(() => null)
      if (here) setVisit(found)
    }
    void look()
    return () => {
      here = false
    }
  }, [mutateAsync])
  if (visit === null || visit.since === null) return null
  const { since, alarmsRaised, alarmsCleared, ordersCreated } = visit
  const counts = [
    { key: 'alarmsRaised', count: alarmsRaised, to: paths.alarms, search: { from: since } },
    {
      key: 'alarmsCleared',
      count: alarmsCleared,
      to: paths.alarms,
      search: { from: since, state: 'cleared' },
    },
    { key: 'ordersCreated', count: ordersCreated, to: paths.orders, search: { from: since } },
  ] as const
  return (
    <p className="workbench-since">
      <HistoryOutlined aria-hidden="true" />
      <span>
        {t('workbench.since')} <RelativeTime at={since} />
      </span>
      {counts.map(({ key, count, to, search }) =>
        count === undefined ? null : (
          <Link key={key} to={to} search={search}>
            {t(`workbench.changed.${key}`)} <strong>{format.number(count)}</strong>
          </Link>
        ),
      )}
    </p>
  )
}
