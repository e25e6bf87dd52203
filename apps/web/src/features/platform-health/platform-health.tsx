import { useTranslation } from 'react-i18next'
import type { EndpointOutput } from '@netward/contract'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useNow } from '../../lib/use-now.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { type FigureCell, FigureStrip } from '../../ui/figure-strip.tsx'
import { ErrorState, NoPermissionState } from '../../ui/states.tsx'
import { HealthCourse } from './health-course.tsx'
import { useAge } from './use-age.ts'
import '../../ui/plain-table.css'
import './platform-health.css'

const endpoint = 'GET /api/v1/platform/health'
type Health = EndpointOutput<typeof endpoint>
const rereadMs = 60_000
const queuesId = 'platform-queues'

export function PlatformHealth() {
  return useMay('DMS_SERVER_SYSTEM_PLATFORM_HEALTH') ? <Page /> : <NoPermissionState />
}

/** How the platform itself does, for its operator. */
function Page() {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useApi(endpoint, {}, { keepPrevious: true, refetchInterval: rereadMs })
  const cells = useCells(read.data)
  if (read.data === undefined && read.error !== null)
    return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  return (
    <div className="platform-health">
      <header>
        <h1>{t('shell.titles.platformHealth')}</h1>
        {read.data !== undefined && (
          <span className="quiet">
            {t('platformHealth.asOf', { at: format.dateTime(read.data.asOf).slice(11, 16) })}
          </span>
        )}
      </header>
      <FigureStrip label={t('shell.titles.platformHealth')} cells={cells} expected={6} />
      {read.data !== undefined && (
        <>
          <HealthCourse course={read.data.course} until={Date.parse(read.data.asOf)} />
          <Queues tasks={read.data.tasks} />
        </>
      )}
    </div>
  )
}

/** The first that waits of all tasks: tasks come with those that failed first. */
const oldestOf = (tasks: Health['tasks']) =>
  tasks.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt])).toSorted()[0] ?? null

const showQueues = () => document.getElementById(queuesId)?.scrollIntoView({ block: 'start' })
const slowMs = 5 * 60_000

function useCells(found: Health | undefined): readonly FigureCell[] | undefined {
  const { t } = useTranslation()
  const format = useFormat()
  const age = useAge()
  const now = useNow(30_000)
  if (found === undefined) return undefined
  const waiting = found.tasks.reduce((sum, one) => sum + one.waiting, 0)
  const failed = found.tasks.reduce((sum, one) => sum + one.failed, 0)
  const oldest = oldestOf(found.tasks)
  return [
    {
      key: 'late',
      label: t('platformHealth.late'),
      hint: t('platformHealth.lateHint'),
      value: found.countedAt === null ? null : format.number(found.late),
      detail:
        found.countedAt === null
          ? t('platformHealth.lateUncounted')
          : t('platformHealth.lateIn', { count: found.lateCompanies }),
      to: paths.latePolls,
      tone: found.late > 0 ? 'bad' : undefined,
    },
    {
      key: 'oldest',
      label: t('platformHealth.oldestJob'),
      value: oldest === null ? '0' : age(oldest),
      detail:
        oldest === null
          ? t('platformHealth.oldestJobNone')
          : t('platformHealth.jobsWaiting', { count: format.number(waiting) }),
      onOpen: showQueues,
      tone: oldest !== null && now - Date.parse(oldest) > slowMs ? 'warn' : undefined,
    },
    {
      key: 'failedJobs',
      label: t('platformHealth.failedJobs'),
      value: format.number(failed),
      detail: t('platformHealth.failedJobsDetail'),
      onOpen: showQueues,
      tone: failed > 0 ? 'bad' : undefined,
    },
    {
      key: 'deliveries',
      label: t('platformHealth.failedDeliveries'),
      value: format.number(found.failedDeliveries),
      detail: t('platformHealth.within24'),
      to: paths.failedDeliveries,
      tone: found.failedDeliveries > 0 ? 'bad' : undefined,
    },
    {
      key: 'samples',
      label: t('platformHealth.samplesPerSecond'),
      value:
        found.samplesPerSecond === null ? null : format.number(Math.round(found.samplesPerSecond * 10) / 10),
      detail:
        found.refusing > 0
          ? t('platformHealth.refusing', { count: found.refusing })
          : t('platformHealth.samplesDetail'),
      to: found.refusing > 0 ? `${paths.companySeries}?refusing=yes` : paths.companySeries,
      tone: found.refusing > 0 ? 'warn' : undefined,
    },
    {
      key: 'database',
      label: t('platformHealth.databaseSize'),
      value: format.bytes(found.databaseBytes),
      detail: t('shell.titles.companySeries'),
      to: `${paths.companySeries}?sort=-bytes`,
    },
  ]
}

const counts = ['waiting', 'later', 'running', 'failed'] as const

function Queues({ tasks }: { tasks: Health['tasks'] }) {
  const { t } = useTranslation()
  const format = useFormat()
  const age = useAge()
  return (
    <div id={queuesId}>
      <Panel title={t('platformHealth.queues')}>
        {tasks.length === 0 ? (
          <p className="quiet">{t('platformHealth.queuesNone')}</p>
        ) : (
          <div className="plain-table-frame">
            <table className="plain-table platform-queues" aria-label={t('platformHealth.queues')}>
              <thead>
                <tr>
                  <th>{t('platformHealth.task')}</th>
                  {counts.map((count) => (
                    <th key={count}>{t(`platformHealth.${count}`)}</th>
                  ))}
                  <th>{t('platformHealth.oldest')}</th>
                </tr>
              </thead>
              <tbody>
                {tasks.map((one) => (
                  <tr key={one.task}>
                    <td className="mono">{one.task}</td>
                    {counts.map((count) => (
                      <td
                        key={count}
                        className={
                          one[count] === 0 ? 'quiet' : count === 'failed' ? 'platform-bad' : undefined
                        }
                      >
                        {format.number(one[count])}
                      </td>
                    ))}
                    <td>{one.oldestAt === null ? <span className="quiet">—</span> : age(one.oldestAt)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Panel>
    </div>
  )
}
