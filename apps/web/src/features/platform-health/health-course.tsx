import type { EndpointOutput } from '@netward/contract'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { createStore } from '../../lib/store.ts'
import { Panel } from '../../ui/detail-page.tsx'
import { type Cursor, TimeChart } from '../../ui/time-chart.tsx'

type Course = EndpointOutput<'GET /api/v1/platform/health'>['course']

const dayMs = 86_400_000
const stepMs = 300_000
const cursor: Cursor = createStore<number | null>(null)
const charts = [
  ['lateCourse', 'late'],
  ['waitingCourse', 'waiting'],
  ['samplesCourse', 'samplesPerMinute'],
] as const

/** The last day by five minutes. */
export function HealthCourse({ course, until }: { course: Course; until: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const to = Math.floor(until / stepMs) * stepMs
  const kept = new Map(course.map((point) => [Date.parse(point.at), point]))
  return (
    <section className="platform-charts" aria-label={t('platformHealth.courseHint')}>
      {charts.map(([title, field], colour) => (
        <Panel key={title} title={t(`platformHealth.${title}`)}>
          {course.some((point) => point[field] !== null) ? (
            <TimeChart
              title={t(`platformHealth.${title}`)}
              series={[
                {
                  key: field,
                  name: t(`platformHealth.${title}`),
                  colour,
                  // Where nobody looked there is a gap.
                  points: Array.from({ length: dayMs / stepMs }, (_, step): [number, number | null] => {
                    const at = to - dayMs + step * stepMs
                    return [at, kept.get(at)?.[field] ?? null]
                  }),
                },
              ]}
              from={to - dayMs}
              to={to}
              stepMs={stepMs}
              min={0}
              filled
              height={150}
              format={(value) => format.number(Math.round(value * 10) / 10)}
              cursor={cursor}
            />
          ) : (
            <p className="quiet">{t('platformHealth.courseNone')}</p>
          )}
        </Panel>
      ))}
      <p className="quiet platform-note">{t('platformHealth.courseHint')}</p>
    </section>
  )
}
