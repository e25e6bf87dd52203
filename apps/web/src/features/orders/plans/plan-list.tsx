import { PlusOutlined } from '@ant-design/icons'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../lib/paths.ts'
import { useMay } from '../../../lib/permissions.ts'
import { useCompanyScope } from '../../../lib/use-company-scope.ts'
import { useLiveReads } from '../../../lib/use-live-reads.ts'
import { type ListColumn, ListPage } from '../../../ui/list-page.tsx'
import type { SearchField } from '../../../ui/list-search-form.tsx'
import { Permission } from '../../../ui/permission.tsx'
import { RowLink } from '../../../ui/row-link.tsx'
import { EmptyState, NoPermissionState } from '../../../ui/states.tsx'
import { StatusTag } from '../../../ui/status-tag.tsx'
import { WhyButton } from '../../../ui/why-button.tsx'
import { planList, type PlanRow } from '../order.ts'
import { PlanDrawer } from './plan-drawer.tsx'
import { useRepeatText } from './plan-repeat.ts'
import { PlanRun } from './plan-run.tsx'
import '../orders.css'

export function OrderPlanList() {
  return useMay('DMS_SERVER_WORK_ORDER') ? <List /> : <NoPermissionState />
}

export const stateOf = ({ nextOn, pausedAt }: PlanRow) =>
  nextOn === null ? 'over' : pausedAt === null ? 'active' : 'paused'

export const toneOf = { active: 'ok', paused: 'warn', over: 'off' } as const

/** Work orders that come again, such as inspections. */
function List() {
  const { t } = useTranslation()
  const { several } = useCompanyScope()
  const columns = useColumns()
  const [adding, setAdding] = useState(false)
  useLiveReads(planList, ['order_plan.changed'])
  const fields = useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('orderForms.plan.searchLabel'),
        placeholder: t('orderForms.plan.search'),
      },
      {
        kind: 'select',
        name: 'state',
        label: t('orderForms.plan.state'),
        options: (['active', 'paused', 'over'] as const).map((value) => ({
          value,
          label: t(`orderForms.plan.states.${value}`),
        })),
      },
    ],
    [t],
  )
  const add = (
    <Permission codes={['DMS_SERVER_WORK_ORDER_SETUP']}>
      <WhyButton
        type="primary"
        icon={<PlusOutlined />}
        reason={several ? t('openings.inCompany') : null}
        onClick={() => setAdding(true)}
      >
        {t('orderForms.plan.add')}
      </WhyButton>
    </Permission>
  )
  return (
    <>
      <ListPage
        name="orderPlans"
        title={t('shell.titles.orderPlans')}
        endpoint={planList}
        columns={columns}
        fields={fields}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        defaultSort="nextOn"
        actions={add}
        empty={
          <EmptyState title={t('orderForms.plan.none')} hint={t('orderForms.plan.noneHint')} action={add} />
        }
      />
      <PlanDrawer plan={null} open={adding} onClose={() => setAdding(false)} />
    </>
  )
}

function useColumns(): readonly ListColumn<PlanRow>[] {
  const { t } = useTranslation()
  const repeatText = useRepeatText()
  return useMemo(
    (): readonly ListColumn<PlanRow>[] => [
      {
        key: 'name',
        title: t('orderForms.plan.name'),
        width: 200,
        sortable: true,
        render: ({ id, name }) => (
          <RowLink to={paths.orderPlan(id)} title={name}>
            {name}
          </RowLink>
        ),
      },
      {
        key: 'state',
        title: t('orderForms.plan.state'),
        width: 110,
        phone: 'status',
        render: (row) => (
          <StatusTag tone={toneOf[stateOf(row)]}>{t(`orderForms.plan.states.${stateOf(row)}`)}</StatusTag>
        ),
      },
      { key: 'repeat', title: t('orderForms.plan.times'), width: 200, phone: 'long', render: repeatText },
      {
        key: 'nextOn',
        title: t('orderForms.plan.nextOn'),
        width: 120,
        sortable: true,
        phone: 'value',
        render: ({ nextOn }) => nextOn ?? '—',
      },
      {
        key: 'lastRun',
        title: t('orderForms.plan.lastRun'),
        width: 220,
        phone: 'value',
        render: ({ lastRun }) => (lastRun === null ? '—' : <PlanRun run={lastRun} withDate />),
      },
      {
        key: 'template',
        title: t('orderForms.plan.template'),
        width: 160,
        render: ({ templateName }) => templateName,
      },
      {
        key: 'scope',
        title: t('orderForms.plan.scope'),
        width: 130,
        render: ({ scope }) => t(`orderForms.plan.scopes.${scope.kind}`),
      },
    ],
    [t, repeatText],
  )
}
