import { idOf } from './reading.ts'

/** Text of the first element of a name: callbacks of WeCom are flat. Linear, since the outer one may come from anybody. */
export function elementText(xml: string, name: string): string {
  const from = xml.indexOf(`<${name}>`)
  const to = from < 0 ? -1 : xml.indexOf(`</${name}>`, from)
  if (to < 0) return ''
  const text = xml.slice(from + name.length + 2, to).trim()
  return text.startsWith('<![CDATA[') && text.endsWith(']]>') ? text.slice(9, -3) : text
}

/**
 * Whom a contact event names (developer.work.weixin.qq.com/document/path/90970 to 90972 and 90973 batch_job_result, as of
 * 2025-06): null: departments, tags or many people; undefined: it is about something else.
 */
export function wecomSubjects(xml: string): string[] | null | undefined {
  const event = elementText(xml, 'Event')
  if (event === 'batch_job_result') return null
  if (event !== 'change_contact') return undefined
  const change = elementText(xml, 'ChangeType')
  if (/^(?:create|update|delete)_party$|^update_tag$/.test(change)) return null
  if (!/^(?:create|update|delete)_user$/.test(change)) return undefined
  const { id, newId } = identifiersIn(xml)
  const named = newId ?? id
  return named === undefined ? null : [named]
}

/** The identifier that a member had before update_user gave them another (path/90971, NewUserID); null: it stays the same. */
export function wecomEarlier(xml: string): string | null {
  const { id, newId } = identifiersIn(xml)
  return elementText(xml, 'ChangeType') === 'update_user' && newId !== undefined && newId !== id
    ? (id ?? null)
    : null
}

/** WeCom compares them without regard to case. */
function identifiersIn(xml: string) {
  const [id, newId] = ['UserID', 'NewUserID'].map((name) => idOf(elementText(xml, name))?.toLowerCase())
  return { id, newId }
}

/** A pressed button of a card (path/90240, template_card_event); null: it is something else. */
export function wecomCard(xml: string): Readonly<Record<string, string>> | null {
  if (elementText(xml, 'Event') !== 'template_card_event') return null
  const names = ['TaskId', 'EventKey', 'FromUserName', 'ResponseCode']
  return Object.fromEntries(names.map((name) => [name, elementText(xml, name)]))
}
