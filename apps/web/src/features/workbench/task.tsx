import type { EndpointOutput } from '@netward/contract'
import type { QuotaKind } from '@netward/contract/states/licence'
import type { TaskKind } from '@netward/contract/task-values'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../lib/paths.ts'
import { useLiveReads } from '../../lib/use-live-reads.ts'
import { useRuleName } from '../../lib/use-rule-name.ts'
import type { SearchField } from '../../ui/list-search-form.tsx'
import { RowLink } from '../../ui/row-link.tsx'
import { SeverityTag } from '../../ui/severity-tag.tsx'

export const todoList = 'POST /api/v1/task/todo/lists'
export const doneList = 'POST /api/v1/task/done/lists'
export type TodoRow = EndpointOutput<typeof todoList>['items'][number]
export type DoneRow = EndpointOutput<typeof doneList>['items'][number]
type Task = Omit<TodoRow, 'since' | 'due'>
type RotaKind = 'handover_write' | 'handover_accept' | 'swap' | 'duty_test'
type DateKind = Exclude<TaskKind, 'order' | 'alarm' | 'approval' | 'order_mail' | 'shared_order' | RotaKind>

const dayMs = 86_400_000

const rotaTabs: Record<RotaKind, string> = {
  handover_write: 'handovers',
  handover_accept: 'handovers',
  swap: 'schedule',
  duty_test: 'tests',
}
const isOfRota = (kind: TaskKind): kind is RotaKind => kind in rotaTabs

export const isDate = (kind: TaskKind): kind is DateKind =>
  kind !== 'order' &&
  kind !== 'alarm' &&
  kind !== 'approval' &&
  kind !== 'order_mail' &&
  kind !== 'shared_order' &&
  !isOfRota(kind)

/** Whole days until a date; negative once it has passed. */
export const daysUntil = (due: string, now: number): number => Math.floor((Date.parse(due) - now) / dayMs)

/** Of an end, which is the first moment after the last day. */
export const lastDay = (end: string): string => new Date(Date.parse(end) - 1).toISOString()

const datePages: Record<DateKind, (task: Task) => string> = {
  line_contract: ({ id }) => paths.line(id),
  customer_contract: ({ id }) => paths.tenant(id),
  licence: () => paths.licences,
  agreement: () => paths.serviceAgreements,
  part_transfer: ({ id }) => paths.partTransfer(id),
  part_claim: () => paths.partClaims,
  part_short: ({ id }) => `${paths.partStock}?short=yes&warehouseId=${id}`,
  certificate: ({ id }) => paths.engineer(id),
  part_warranty: () => `${paths.partSerials}?warrantyDays=90`,
}

/** Rereads what waits when something of it may have changed. */
export function useTaskNews(): void {
  useLiveReads(todoList, [
    'work_order.changed',
    'alarm.changed',
    'approval.changed',
    'rota.changed',
    'campaign.changed',
    'acting.changed',
    'pool.changed',
    'registration.changed',
    'invitation.changed',
    'device.changed',
    'part.changed',
    'sharing.changed',
  ])
}

/** An order by its number and title; an alarm by its rule and device; a date by what ends; what concerns a rota by its name. */
export function TaskName({ task }: { task: Task }) {
  const { t } = useTranslation()
  const ruleName = useRuleName()
  const { kind, id, title, rotaId, number, priority, severity, rule } = task
  if (isDate(kind)) {
    const name = kind === 'licence' ? t(`licences.kinds.${title as QuotaKind}`) : title
    return (
      <RowLink to={datePages[kind](task)} title={name}>
        {name}
      </RowLink>
    )
  }
  if (isOfRota(kind) && rotaId !== null)
    return (
      <RowLink to={`${paths.rota(rotaId)}?tab=${rotaTabs[kind]}`} title={title}>
        {title}
      </RowLink>
    )
  if (kind === 'approval')
    return (
      <RowLink to={paths.approval(id)} title={title}>
        {title}
      </RowLink>
    )
  return kind === 'order' || kind === 'order_mail' || kind === 'shared_order' ? (
    <>
      <RowLink to={kind === 'shared_order' ? paths.sharedOrder(id) : paths.order(id)} title={title}>
        #{number} {title}
      </RowLink>{' '}
      <span className="quiet">P{priority}</span>
    </>
  ) : (
    <>
      <RowLink to={paths.alarm(id)}>
        {title} {rule !== null && ruleName(rule, task.ruleName)}
      </RowLink>{' '}
      {severity !== null && <SeverityTag severity={severity} />}
    </>
  )
}

export function useTaskFields(kinds: readonly TaskKind[]): readonly SearchField[] {
  const { t } = useTranslation()
  return useMemo(
    (): readonly SearchField[] => [
      {
        kind: 'text',
        name: 'search',
        label: t('orders.searchLabel'),
        placeholder: t('workbench.tasks.search'),
      },
      {
        kind: 'select',
        name: 'kind',
        label: t('workbench.tasks.kind'),
        options: kinds.map((value) => ({
          value,
          label: t(`workbench.tasks.kinds.${value}`),
        })),
      },
    ],
    [t, kinds],
  )
}
