import { partOf } from '../vendors/json-calls.ts'
import { idOf } from './reading.ts'

const ofPeople = /^contact\.user\.(?:created|updated|deleted)_v3$/
const ofOthers = /^contact\.(?:department\.(?:created|updated|deleted)_v3|scope\.updated_v3)$/

/**
 * Whom a contact event names (open.feishu.cn/document/server-docs/contact-v3/user/events and department/events, event format 2.0,
 * as of 2025-06): null: departments, or what the application may see; undefined: it is about something else.
 */
export function feishuSubjects(
  type: string,
  event: Readonly<Record<string, unknown>>,
): string[] | null | undefined {
  if (ofOthers.test(type)) return null
  if (!ofPeople.test(type)) return undefined
  const id = idOf(partOf(event['object'])['open_id'])
  return id === undefined ? null : [id]
}
