import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { useApi } from '../../lib/use-api.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { EmptyState, PendingState } from '../../ui/states.tsx'
import { Hops } from './hops.tsx'
import { targetText } from './line.ts'

/** Paths of a line, each beside the last healthy one before it. */
export function LinePaths({ lineId }: { lineId: string }) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useApi('GET /dial/api/v1/line/:lineId/path', { lineId })
  if (read.data === undefined) return <PendingState read={read} rows={4} />
  const { items } = read.data
  if (items.length === 0) return <EmptyState title={t('lines.pathNone')} />
  return (
    <>
      {items.slice(0, 20).map((path, place) => (
        <Panel
          key={path.id}
          title={`${t(`lines.moments.${path.moment}`)} · ${targetText(path.target, t)} · ${format.dateTime(path.at)} · ${t(`lines.methods.${path.method}`)}`}
        >
          <Hops
            hops={path.hops}
            rateLimited={path.rateLimited}
            healthy={
              path.moment === 'healthy'
                ? null
                : (items
                    .slice(place + 1)
                    .find((one) => one.moment === 'healthy' && one.target === path.target)?.hops ?? null)
            }
          />
          {!path.reached && <p className="line-note">{t('lines.notReached')}</p>}
        </Panel>
      ))}
    </>
  )
}
