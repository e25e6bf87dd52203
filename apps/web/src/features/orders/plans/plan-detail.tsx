import { useNavigate, useParams } from '@tanstack/react-router'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useAct, useApi } from '../../../lib/use-api.ts'
import { useLiveReads } from '../../../lib/use-live-reads.ts'
import { useConfirm } from '../../../ui/confirm.tsx'
import { DetailPage, type Fact, Panel } from '../../../ui/detail-page.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { NoPermissionState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { type Plan, planList, planRead } from '../order.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import { stateOf, toneOf } from './plan-list.tsx'
import { useRepeatText } from './plan-repeat.ts'
import { PlanRun } from './plan-run.tsx'
import '../../../ui/plain-table.css'
import '../orders.css'

export function OrderPlanDetail() {
  const { planId = '' }: { planId?: string } = useParams({ strict: false })
  return useMay('DMS_SERVER_WORK_ORDER') ? <Detail key={planId} planId={planId} /> : <NoPermissionState />
}

/** When a plan comes next, and what it made. */
function Detail({ planId }: { planId: string }) {
  const { t } = useTranslation()
  const maySetUp = useMay('DMS_SERVER_WORK_ORDER_SETUP')
  const answer = useApi(planRead, { planId }, { keepPrevious: true })
  useLiveReads(planRead, ['order_plan.changed'])
  const plan = answer.data
  const facts = useFacts(plan)
  return (
    <DetailPage
      title={plan?.name ?? t('shell.titles.orderPlan')}
      path={paths.orderPlan(planId)}
      back={paths.orderPlans}
      loading={plan === undefined}
      error={plan === undefined ? answer.error : null}
      onRetry={() => void answer.refetch()}
      facts={facts}
      tabs={plan === undefined ? [] : [{ key: 'plan', label: '', content: <Content plan={plan} /> }]}
      {...(plan !== undefined && {
        status: (
          <StatusTag tone={toneOf[stateOf(plan)]}>{t(`orderForms.plan.states.${stateOf(plan)}`)}</StatusTag>
        ),
        ...(maySetUp && { actions: <Acts plan={plan} /> }),
      })}
    />
  )
}

function useFacts(plan: Plan | undefined): readonly Fact[] {
  const { t } = useTranslation()
  const repeatText = useRepeatText()
  if (plan === undefined) return []
  const { scope, places } = plan
  const where =
    scope.kind === 'region'
      ? scope.region
      : scope.kind === 'tag'
        ? scope.tag
        : places.map(({ name }) => name).join(', ')
  return [
    { label: t('orderForms.plan.times'), value: repeatText(plan) },
    { label: t('orderForms.plan.nextOn'), value: plan.nextOn ?? '—' },
    { label: t('orderForms.plan.endsOn'), value: plan.endsOn ?? t('orderForms.plan.endless') },
    { label: t('orderForms.plan.dueTime'), value: plan.dueTime },
    { label: t('orderForms.plan.leadDays'), value: plan.leadDays },
    { label: t('orderForms.plan.template'), value: plan.templateName },
    {
      label: t('orderForms.plan.scope'),
      value: [t(`orderForms.plan.scopes.${scope.kind}`), where.slice(0, 300)].filter(Boolean).join(' · '),
    },
    { label: t('orderForms.plan.targets'), value: t('orderForms.plan.targetsOf', { count: plan.targets }) },
  ]
}

function Acts({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const confirm = useConfirm()
  const [editing, setEditing] = useState(false)
  const pause = useAct('POST /api/v1/work/plan/:planId/pause', { refresh: [planRead, planList] })
  const remove = useAct('DELETE /api/v1/work/plan/:planId', { refresh: [planList] })
  const { id: planId, name, pausedAt, nextOn } = plan
  return (
    <>
      <Button type="primary" onClick={() => setEditing(true)}>
        {t('orderForms.edit')}
      </Button>
      {nextOn !== null && (
        <Button loading={pause.isPending} onClick={() => pause.mutate({ planId, paused: pausedAt === null })}>
          {t(pausedAt === null ? 'orderForms.plan.pause' : 'orderForms.plan.resume')}
        </Button>
      )}
      <Button
        danger
        onClick={() =>
          void confirm({
            title: t('orderForms.plan.removeTitle', { name }),
            text: t('orderForms.plan.removeText'),
            action: t('orderForms.plan.remove'),
            act: async () => {
              await remove.mutateAsync({ planId })
              void navigate({ to: paths.orderPlans })
            },
          })
        }
      >
        {t('orderForms.plan.remove')}
      </Button>
      <PlanDrawer plan={plan} open={editing} onClose={() => setEditing(false)} />
    </>
  )
}

function Content({ plan: { id, dates, runs } }: { plan: Plan }) {
  const { t } = useTranslation()
  return (
    <div className="order-columns">
      <Panel title={t('orderForms.plan.runs')}>
        {runs.length === 0 ? (
          <span className="quiet">{t('orderForms.plan.runsNone')}</span>
        ) : (
          <>
            <RowLink to={`${paths.orders}?planId=${id}`}>{t('orderForms.plan.orders')}</RowLink>
            <div className="plain-table-frame">
              <table className="plain-table">
                <thead>
                  <tr>
                    <th>{t('orderForms.plan.date')}</th>
                    <th>{t('orderForms.plan.lastRun')}</th>
                  </tr>
                </thead>
                <tbody>
                  {runs.map((run) => (
                    <tr key={run.occursOn}>
                      <td>{run.occursOn}</td>
                      <td>
                        <PlanRun run={run} withDate={false} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          </>
        )}
      </Panel>
      <Panel title={t('orderForms.plan.dates')}>
        {dates.length === 0 ? (
          <span className="quiet">{t('orderForms.plan.never')}</span>
        ) : (
          <ol className="order-plan-next">
            {dates.map((date) => (
              <li key={date}>{date}</li>
            ))}
          </ol>
        )}
      </Panel>
    </div>
  )
}
