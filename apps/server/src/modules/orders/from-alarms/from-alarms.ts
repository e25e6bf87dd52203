import type { ShippedRuleCode } from '@netward/contract/shipped-rules'
import { levelOfSeverity, priorityOf, reopensWithinHours } from '@netward/contract/work-order-values'
import { phrase } from '@netward/phrases/server'
import type { Scopes } from '../../../platform/db/scope.ts'
import type { RequestContext } from '../../../platform/http/context.ts'
import { dispatchRepo } from '../dispatch/dispatch.repo.ts'
import { dispatchNew } from '../dispatch/dispatch.service.ts'
import { allowanceRepo } from '../allowance/allowance.repo.ts'
import { reckon } from '../deadlines.ts'
import { nobodyIn } from '../nobody.ts'
import { orderRepo } from '../order.repo.ts'
import { fromAlarmsRepo, type WaitingAlarm } from './from-alarms.repo.ts'

/** Orders of one run. */
const most = 500

type Inside = Pick<RequestContext, 'db' | 'scope'>

/** Opens orders for alarms whose rule says so, and ends those that close with their alarms. It may run twice at once. */
export async function followAlarms(scopes: Scopes, signal: AbortSignal): Promise<void> {
  await inEachCompany(scopes, signal, await fromAlarmsRepo.waiting(scopes, most), openFor)
  await inEachCompany(scopes, signal, await fromAlarmsRepo.over(scopes, most), endOf)
}

async function inEachCompany<T extends { readonly companyId: string }>(
  scopes: Scopes,
  signal: AbortSignal,
  all: readonly T[],
  act: (inside: Inside, one: T) => Promise<void>,
): Promise<void> {
  for (const [companyId, own] of Map.groupBy(all, (one) => one.companyId))
    if (!signal.aborted)
      await scopes.withCompany(companyId, async ({ db }) => {
        await fromAlarmsRepo.inTurn(db, companyId)
        for (const one of own) await act({ db, scope: nobodyIn(companyId) }, one)
      })
}

async function openFor(inside: Inside, { alarmId }: { alarmId: string }): Promise<void> {
  const { db } = inside
  const alarm = await fromAlarmsRepo.find(db, alarmId)
  if (alarm === undefined) return
  const group = await fromAlarmsRepo.groupOf(db, alarmId, reopensWithinHours)
  const closes = alarm.order === 'opens_and_closes'
  const orderId =
    group === undefined ? await open(inside, alarm) : await comeBack(inside, alarm, group.orderId)
  if (orderId === undefined) return
  await fromAlarmsRepo.join(db, orderId, alarmId, closes)
  if (group === undefined) await dispatchNew(inside, orderId)
  await reckon(inside, orderId)
  await fromAlarmsRepo.announce(db, orderId)
}

async function open(inside: Inside, alarm: WaitingAlarm): Promise<string | undefined> {
  const subject = await orderRepo.subject(inside, { alarmId: alarm.id })
  if (subject === undefined) return undefined
  const level = levelOfSeverity[alarm.severity]
  const { id } = await orderRepo.insert(inside, subject, {
    ...level,
    type: 'fault',
    category: categoryOf(alarm),
    title: titleOf(alarm),
    description: '',
    priority: priorityOf(level.impact, level.urgency),
    contactName: '',
    contactPhone: '',
    contactEmail: '',
    tags: [],
  })
  await allowanceRepo.count(inside, id)
  await orderRepo.note(inside, id, 'created', { name: ruleOf(alarm) })
  return id
}

/** Another alarm of an order that is open, or the same again after it ended. */
async function comeBack(inside: Inside, alarm: WaitingAlarm, orderId: string): Promise<string | undefined> {
  const order = await orderRepo.lock(inside, orderId)
  if (order === undefined) return undefined
  if (order.state !== 'closed' && order.state !== 'resolved') {
    await orderRepo.note(inside, orderId, 'alarm_joined', { name: partOf(alarm) })
    return orderId
  }
  await orderRepo.move(inside, orderId, {
    state: order.assigneeId === null ? 'new' : 'assigned',
    responds: false,
    resolved: false,
  })
  await orderRepo.turnPause(inside, orderId, null)
  await orderRepo.note(inside, orderId, 'reopened_by_alarm', { name: partOf(alarm) })
  if (order.assigneeId === null) await dispatchNew(inside, orderId)
  return orderId
}

/** What a person has begun, that person ends. */
async function endOf(inside: Inside, { orderId }: { orderId: string }): Promise<void> {
  const order = await orderRepo.lock(inside, orderId)
  if (order === undefined || !(await fromAlarmsRepo.takeOver(inside.db, orderId))) return
  if (order.closedAt !== null || order.state === 'resolved') return
  if (order.state === 'in_progress') await orderRepo.note(inside, orderId, 'alarm_cleared')
  else {
    await orderRepo.move(inside, orderId, { state: 'closed', responds: false, resolved: true })
    await orderRepo.turnPause(inside, orderId, 'resolved')
    await dispatchRepo.pool(inside, orderId, false)
    await orderRepo.note(inside, orderId, 'closed_by_alarm')
  }
  await reckon(inside, orderId)
  await fromAlarmsRepo.announce(inside.db, orderId)
}

const ruleOf = ({ rule, ruleName, language }: WaitingAlarm): string =>
  ruleName ?? phrase(language, `alarms.rules.names.${rule as ShippedRuleCode}`)

const partOf = (alarm: WaitingAlarm): string => (alarm.label === '' ? ruleOf(alarm) : alarm.label)

const titleOf = (alarm: WaitingAlarm): string =>
  [alarm.subjectName, ruleOf(alarm), alarm.label].filter(Boolean).join(' ').slice(0, 100)

const categories: Readonly<Record<string, string>> = {
  smart_cpe: 'gateway',
  security_gateway: 'gateway',
  switch: 'switching',
  router: 'switching',
  firewall: 'switching',
  wireless_controller: 'wireless',
  wireless_ap: 'wireless',
  ups: 'power',
  printer: 'terminal',
  cash_register: 'terminal',
  access_control: 'terminal',
}

const categoryOf = ({ isLine, deviceType }: WaitingAlarm): string =>
  isLine ? 'internet_line' : (categories[deviceType ?? ''] ?? 'other')
