import { type ReferenceKind, referenceKinds } from '@netward/contract/conversation-values'
import { paths } from '../../lib/paths.ts'

const isId = (text: string) => /^[1-9]\d{0,17}$/.test(text)

/** The page of each kind of thing that an answer may link to. */
const pages: Readonly<Record<ReferenceKind, (id: string) => string>> = {
  outlet: paths.outlet,
  // It leads on to the gateway's page where the device is one.
  device: paths.equipment,
  gateway: paths.smartCpe,
  line: paths.line,
  alarm: paths.alarm,
  order: paths.order,
  template: paths.template,
  company: paths.tenant,
  note: paths.assistantNote,
}

export const referencePath = (kind: ReferenceKind, id: string): string => pages[kind](id)

/** The page that `kind:id` names; null: it names none, and is text. */
export function referenceTarget(target: string): string | null {
  const colon = target.indexOf(':')
  const kind = referenceKinds.find((one) => one === target.slice(0, colon))
  const id = target.slice(colon + 1)
  return kind === undefined || !isId(id) ? null : referencePath(kind, id)
}

/** Pages of things: from their path what they are about. */
const subjects: readonly (readonly [RegExp, ReferenceKind])[] = [
  [/^\/equipmentManagement\/intelligence\/([^/]+)(?:\/|$)/, 'gateway'],
  [/^\/equipmentManagement\/deviceList\/([^/]+)(?:\/|$)/, 'device'],
  [/^\/equipmentManagement\/topology\/([^/]+)$/, 'outlet'],
  [/^\/outletManagement\/outlets\/([^/]+)(?:\/|$)/, 'outlet'],
  [/^\/operationsMonitoring\/lines\/([^/]+)$/, 'line'],
  [/^\/operationsMonitoring\/alarms\/([^/]+)$/, 'alarm'],
  [/^\/workOrder\/list\/([^/]+)(?:\/|$)/, 'order'],
  [/^\/organizationManagement\/tenant\/([^/]+)(?:\/|$)/, 'company'],
]

export function subjectOf(
  path: string,
  search: Readonly<Record<string, unknown>>,
): { kind: ReferenceKind; id: string } | null {
  if (path === paths.templates && typeof search['template'] === 'string' && isId(search['template']))
    return { kind: 'template', id: search['template'] }
  for (const [pattern, kind] of subjects) {
    const id = pattern.exec(path)?.[1]
    if (id !== undefined && isId(id)) return { kind, id }
  }
  return null
}
