import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { parseSearch } from '../../lib/search.ts'
import { useApi } from '../../lib/use-api.ts'
import { useCompanyScope } from '../../lib/use-company-scope.ts'
import { useNow } from '../../lib/use-now.ts'
import { Chart } from '../../ui/chart.tsx'
import { Facts, Panel } from '../../ui/detail-page.tsx'
import { advisoryCompanies, type AdvisoryDetail, rangeText } from './advisory.ts'

const dash = '—'
const dayMs = 86_400_000

/** How an advisory does: its facts, the versions that it affects, its course, and its companies. */
export function AdvisoryHead({ advisory }: { advisory: AdvisoryDetail }) {
  const { several } = useCompanyScope()
  return (
    <div className="advisory-head">
      <Text advisory={advisory} />
      <div className="advisory-panels">
        <Builds advisory={advisory} />
        {several ? <Companies advisoryId={advisory.id} /> : null}
        <Course advisory={advisory} />
      </div>
    </div>
  )
}

function Text({ advisory }: { advisory: AdvisoryDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { title, vendor, models, cvss, url, note, publishedOn, companyName, openedAt, closedAt } = advisory
  return (
    <section className="advisory-text" aria-label={t('advisories.facts')}>
      <h2>{title}</h2>
      <Facts
        facts={[
          { label: t('advisories.affected'), value: format.number(advisory.affected) },
          { label: t('advisories.vendor'), value: vendor },
          {
            label: t('advisories.models'),
            value: models.length === 0 ? t('advisories.allModels') : models.join(', '),
          },
          { label: t('advisories.range'), value: rangeText(t, advisory) },
          { label: t('advisories.fixedVersion'), value: advisory.fixedVersion || dash },
          { label: t('advisories.cvss'), value: cvss === null ? dash : format.number(cvss) },
          { label: t('advisories.publishedOn'), value: publishedOn ?? dash },
          { label: t('advisories.publisher'), value: companyName ?? t('advisories.fromAbove') },
          ...(openedAt === null
            ? []
            : [{ label: t('advisories.openedAt'), value: format.dateTime(openedAt) }]),
          ...(closedAt === null
            ? []
            : [{ label: t('advisories.closedAt'), value: format.dateTime(closedAt) }]),
        ]}
      />
      {note !== '' && <p>{note}</p>}
      {url !== '' && (
        <p>
          <a href={url} target="_blank" rel="noreferrer noopener">
            {url}
          </a>
        </p>
      )}
    </section>
  )
}

/** Each bar filters the list by its version, and a second click ends that. */
function Builds({ advisory: { id, builds } }: { advisory: AdvisoryDetail }) {
  const { t } = useTranslation()
  const current = parseSearch(useLocation({ select: (location) => location.searchStr }))
  const most = Math.max(1, ...builds.map(({ devices }) => devices))
  return (
    <Panel title={t('advisories.builds')}>
      {builds.length === 0 ? (
        <p className="quiet">{t('advisories.noDevices')}</p>
      ) : (
        <ul className="advisory-builds">
          {builds.map(({ manufacturer, modelName, softwareVersion, devices }) => {
            const active =
              current['softwareVersion'] === softwareVersion && current['modelName'] === modelName
            return (
              <li key={JSON.stringify([manufacturer, modelName, softwareVersion])}>
                <Link
                  className="advisory-build"
                  to={paths.advisory(id)}
                  search={active ? {} : { softwareVersion, ...(modelName !== '' && { modelName }) }}
                  aria-current={active ? 'true' : undefined}
                >
                  <span>
                    {modelName} {softwareVersion}
                  </span>
                  <span className="advisory-track" aria-hidden="true">
                    <i style={{ width: `${(100 * devices) / most}%` }} />
                  </span>
                  <span>{t('advisories.buildShare', { count: devices })}</span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
    </Panel>
  )
}

/** The most affected companies: each filters the list, and a second click ends that. */
function Companies({ advisoryId }: { advisoryId: string }) {
  const { t } = useTranslation()
  const read = useApi(advisoryCompanies, { advisoryId, pageSize: 12 }, { keepPrevious: true })
  const companies = read.data?.items ?? []
  const current = parseSearch(useLocation({ select: (location) => location.searchStr }))
  const most = Math.max(1, ...companies.map(({ affected }) => affected))
  return (
    <Panel title={t('advisories.perCompany')}>
      <ul className="advisory-builds">
        {companies.map(({ companyId, companyName, affected }) => (
          <li key={companyId}>
            <Link
              className="advisory-build"
              to={paths.advisory(advisoryId)}
              search={String(current['companyId']) === companyId ? {} : { companyId }}
              aria-current={String(current['companyId']) === companyId ? 'true' : undefined}
            >
              <span>{companyName}</span>
              <span className="advisory-track" aria-hidden="true">
                <i style={{ width: `${(100 * affected) / most}%` }} />
              </span>
              <span>{t('advisories.buildShare', { count: affected })}</span>
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function Course({ advisory: { course } }: { advisory: AdvisoryDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const now = useNow(60_000)
  const last = course.at(-1)
  if (last === undefined) return null
  const first = Date.parse(course[0]?.at ?? last.at)
  const until = Math.max(now, Date.parse(last.at))
  // Steps: a number holds until the next.
  const points = course.flatMap(({ at, affected }, index): (readonly [number, number])[] => [
    [Date.parse(at) - 1, course[index - 1]?.affected ?? 0],
    [Date.parse(at), affected],
  ])
  return (
    <Panel title={t('advisories.course')}>
      <Chart
        title={t('advisories.course')}
        series={[
          { name: t('advisories.affected'), kind: 'area', points: [...points, [until, last.affected]] },
        ]}
        height={140}
        from={Math.min(first, until - dayMs)}
        to={until}
        min={0}
        format={format.number}
      />
    </Panel>
  )
}
