import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useApi } from '../../lib/use-api.ts'
import { findSummary } from './discovery.ts'

/** What was found, by type and by maker. A bar leads to its finds. */
export function FindBars({ jobId }: { jobId: string }) {
  const { t } = useTranslation()
  const read = useApi(findSummary, { jobId }, { keepPrevious: true })
  if (read.data === undefined) return null
  return (
    <div className="discovery-bars">
      <Bars
        title={t('equipment.type')}
        jobId={jobId}
        filter="type"
        counts={read.data.types}
        label={(value) => t(`equipment.types.${value as 'switch'}`)}
      />
      <Bars
        title={t('equipment.brand')}
        jobId={jobId}
        filter="vendor"
        counts={read.data.vendors}
        label={(value) => value || t('discovery.unknown')}
      />
    </div>
  )
}

function Bars(props: {
  title: string
  jobId: string
  filter: 'type' | 'vendor'
  counts: readonly { value: string; count: number }[]
  label: (value: string) => string
}) {
  const format = useFormat()
  const most = Math.max(1, ...props.counts.map(({ count }) => count))
  return (
    <section aria-label={props.title}>
      <h2>{props.title}</h2>
      <ul>
        {props.counts.map(({ value, count }) => (
          <li key={value}>
            <Link to={paths.discoveryJob(props.jobId)} search={{ [props.filter]: [value] }}>
              <span>{props.label(value)}</span>
              <span className="discovery-track" aria-hidden="true">
                <i style={{ width: `${(100 * count) / most}%` }} />
              </span>
              <span>{format.number(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
