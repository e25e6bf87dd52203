import { textOf } from '../vendors/json-calls.ts'
import { idOf } from './reading.ts'

const ofPeople = new Set([
  'user_add_org',
  'user_modify_org',
  'user_leave_org',
  'user_active_org',
  'label_user_change',
])
const ofOthers = /^(?:org_dept_(?:create|modify|remove)|label_conf_(?:add|modify|del)|org_change)$/
const mostSubjects = 500

/**
 * Whom a contact event names (open.dingtalk.com/document/orgapp/address-book-events, as of 2025-06): null: departments, roles or
 * many people; undefined: it is about something else.
 */
export function dingtalkSubjects(event: Readonly<Record<string, unknown>>): string[] | null | undefined {
  const type = textOf(event['EventType'])
  if (ofOthers.test(type)) return null
  if (!ofPeople.has(type)) return undefined
  const listed: unknown = event['UserId'] ?? event['UserIdList']
  const named = (Array.isArray(listed) ? listed : []).flatMap((id) => idOf(id) ?? [])
  return named.length === 0 || named.length > mostSubjects ? null : [...new Set(named)]
}
