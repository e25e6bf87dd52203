import { Link, useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../lib/format.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/permissions.ts'
import { useApi } from '../../lib/use-api.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { DetailPage, Facts, Panel } from '../../ui/detail-page.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { NoPermissionState } from '../../ui/states.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { Certificates } from './certificates.tsx'
import { type Engineer, engineerRead } from './engineer.ts'
import { useRatingText } from './use-rating-text.ts'

export function EngineerPage() {
  const { personId = '' }: { personId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_WORK_ORDER') ? <Page key={personId} personId={personId} /> : <NoPermissionState />
}

/** How an engineer does now, then what they are. */
function Page({ personId }: { personId: string }) {
  const { t } = useTranslation()
  const answer = useApi(engineerRead, { personId })
  const engineer = answer.data
  const ratingText = useRatingText()
  useLiveReads(engineerRead, ['work_order.changed', 'rota.changed'])
  return (
    <DetailPage
      title={engineer?.name ?? t('shell.titles.engineer')}
      path={paths.engineer(personId)}
      back={paths.workDispatch}
      loading={engineer === undefined}
      error={engineer === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      {...(engineer !== undefined && {
        status: (
          <>
            {engineer.duties.length > 0 && <StatusTag tone="ok">{t('engineers.duty')}</StatusTag>}
            {engineer.away && <StatusTag tone="off">{t('engineers.absenceNow')}</StatusTag>}
          </>
        ),
        facts: [
          { label: t('engineers.openOrders'), value: <OpenOrders engineer={engineer} /> },
          { label: t('engineers.dueToday'), value: engineer.dueToday },
          {
            label: t('engineers.overdue'),
            value: engineer.overdue === 0 ? 0 : <StatusTag tone="bad">{String(engineer.overdue)}</StatusTag>,
          },
          { label: t('engineers.rating'), value: ratingText(engineer.rating) },
          { label: t('engineers.duty'), value: <Duty engineer={engineer} /> },
          { label: t('engineers.absence'), value: <Absence engineer={engineer} /> },
        ],
      })}
      tabs={
        engineer === undefined
          ? []
          : [{ key: 'engineer', label: '', content: <Content engineer={engineer} /> }]
      }
    />
  )
}

function OpenOrders({ engineer: { personId, openOrders, mostOpen } }: { engineer: Engineer }) {
  const { t } = useTranslation()
  return (
    <Link to={paths.orders} search={{ assigneeId: personId }}>
      {t('fieldWork.loadOf', { open: openOrders, most: mostOpen })}
    </Link>
  )
}

function Duty({ engineer: { duties } }: { engineer: Engineer }) {
  const { t } = useTranslation()
  const format = useFormat()
  if (duties.length === 0) return t('engineers.dutyNone')
  return duties.map(({ rotaId, name, until }) => (
    <div key={rotaId}>
      <RowLink to={paths.rota(rotaId)}>
        {until === null ? name : t('engineers.dutyOf', { name, until: format.dateTime(until) })}
      </RowLink>
    </div>
  ))
}

function Absence({ engineer: { awayFrom, awayUntil } }: { engineer: Engineer }) {
  const { t } = useTranslation()
  if (awayFrom === null || awayUntil === null) return t('engineers.absenceNone')
  return t('fieldWork.awayOf', { from: awayFrom, until: awayUntil })
}

function Content({ engineer }: { engineer: Engineer }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { skills, regions, hours, visits } = engineer
  return (
    <>
      <Panel title={t('engineers.visits')}>
        {visits.length === 0 ? (
          <span className="quiet">{t('engineers.visitsNone')}</span>
        ) : (
          <ul className="engineer-rows">
            {visits.map(({ orderId, number, title, startsAt, endsAt }) => (
              <li key={`${orderId} ${startsAt}`}>
                <span className="quiet">
                  {format.dateTime(startsAt)} – {format.dateTime(endsAt)}
                </span>
                <RowLink to={paths.order(orderId)}>
                  #{number} {title}
                </RowLink>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Certificates engineer={engineer} />
      <Panel title={t('engineers.facts')}>
        <Facts
          facts={[
            {
              label: t('fieldWork.skills'),
              value:
                skills.length === 0
                  ? t('fieldWork.skillsAll')
                  : skills.map((skill) => t(`orders.categories.${skill}`)).join(', '),
            },
            {
              label: t('fieldWork.regions'),
              value: regions.length === 0 ? t('fieldWork.regionsAll') : regions.join(', '),
            },
            { label: t('fieldWork.hours'), value: t(`fieldWork.hoursOf.${hours}`) },
          ]}
        />
      </Panel>
    </>
  )
}
