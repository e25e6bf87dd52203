import type { OrderImpact, OrderType, OrderUrgency } from '@netward/contract/work-order-values'

/** What the export of tickets of GLPI says, in English, French and Chinese (GLPI 9.5 to 10, `locales/*.po`). */

export const glpiHeadings = {
  id: ['ID'],
  title: ['Title', 'Titre', '标题'],
  status: ['Status', 'Statut', '状态'],
  type: ['Type', '类型'],
  urgency: ['Urgency', 'Urgence', '紧急性', '紧急程度', '紧急度'],
  impact: ['Impact', '影响', '影响范围'],
  priority: ['Priority', 'Priorité', '优先级'],
  opened: ['Opening date', "Date d'ouverture", '打开日期', '开启日期', '创建日期'],
  solved: ['Resolution date', 'Date de résolution', '解决日期', '解决时间'],
  closed: ['Closing date', 'Date de clôture', '关闭日期', '关闭时间'],
  changed: ['Last update', 'Dernière modification', '最后更新', '最近更新'],
  location: ['Location', 'Lieu', '位置', '地点'],
  description: ['Description', '描述', '说明'],
  requester: [
    'Requester',
    'Requester - Requester',
    'Demandeur',
    'Demandeur - Demandeur',
    '请求者',
    '请求者 - 请求者',
  ],
  technician: [
    'Technician',
    'Assigned to - Technician',
    'Assigned to',
    'Technicien',
    'Attribué à - Technicien',
    'Attribué à',
    '技术员',
    '分配给 - 技术员',
    '指派给 - 技术员',
    '分配给',
    '指派给',
  ],
  category: ['Category', 'Catégorie', '分类', '类别'],
} as const

export type GlpiCells = Readonly<Record<keyof typeof glpiHeadings, string>>
export type GlpiStatus = 'new' | 'resolved' | 'closed'

type Level = 'high' | 'medium' | 'low'
type Named<T> = readonly (readonly [T, readonly string[]])[]

const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFKC')
    .replaceAll(/[\s\u00a0\u202f]/g, '')

/** Undefined: GLPI has no such name. */
function named<T>(names: Named<T>, cell: string): T | undefined {
  const wanted = plain(cell)
  return names.find(([, texts]) => texts.some((text) => plain(text) === wanted))?.[0]
}

/** What is under way begins anew here: with its technician, if that is a person of the console. */
const statuses: Named<GlpiStatus> = [
  [
    'new',
    [
      'New',
      'Nouveau',
      '新',
      '新建',
      '新的',
      'Processing (assigned)',
      'En cours (Attribué)',
      '处理中(已分配)',
      '处理中(已指派)',
      'Processing (planned)',
      'En cours (Planifié)',
      '处理中(已计划)',
      'Pending',
      'En attente',
      '挂起',
      '待定',
      '等待',
    ],
  ],
  ['resolved', ['Solved', 'Résolu', '已解决']],
  ['closed', ['Closed', 'Clos', '已关闭']],
]

const types: Named<OrderType> = [
  ['fault', ['Incident', '事件', '故障']],
  ['request', ['Request', 'Demande', '请求', '服务请求']],
]

/** Five levels of GLPI are three here; major is above very high. */
const levels: Named<Level> = [
  [
    'high',
    [
      'Major',
      'Majeure',
      '重大',
      '主要',
      'Very high',
      'Très haute',
      'Très haut',
      '非常高',
      '很高',
      'High',
      'Haute',
      'Haut',
      '高',
    ],
  ],
  ['medium', ['Medium', 'Moyenne', 'Moyen', '中', '中等']],
  ['low', ['Low', 'Basse', 'Bas', '低', 'Very low', 'Très basse', 'Très bas', '非常低', '很低']],
]

/** Priorities where a file has neither impact nor urgency. */
const priorityLevels: Named<readonly [OrderImpact, OrderUrgency]> = [
  [
    ['high', 'high'],
    ['Major', 'Majeure', '重大', '主要', 'Very high', 'Très haute', '非常高', '很高'],
  ],
  [
    ['high', 'medium'],
    ['High', 'Haute', '高'],
  ],
  [
    ['medium', 'medium'],
    ['Medium', 'Moyenne', '中', '中等'],
  ],
  [
    ['medium', 'low'],
    ['Low', 'Basse', '低'],
  ],
  [
    ['low', 'low'],
    ['Very low', 'Très basse', '非常低', '很低'],
  ],
]

export const glpiStatus = (cell: string) => (cell === '' ? 'new' : named(statuses, cell))
export const glpiType = (cell: string) => (cell === '' ? 'fault' : named(types, cell))

/** Undefined: a cell has no name of GLPI; which one. */
export function glpiLevel({
  impact,
  urgency,
  priority,
}: Pick<GlpiCells, 'impact' | 'urgency' | 'priority'>):
  | { impact: OrderImpact; urgency: OrderUrgency }
  | { wrong: 'impact' | 'urgency' | 'priority' } {
  const byPriority = priority === '' ? undefined : named(priorityLevels, priority)
  if (priority !== '' && byPriority === undefined) return { wrong: 'priority' }
  const [usualImpact, usualUrgency] = byPriority ?? (['medium', 'medium'] as const)
  const read = {
    impact: impact === '' ? usualImpact : named(levels, impact),
    urgency: urgency === '' ? usualUrgency : named(levels, urgency),
  }
  if (read.impact === undefined) return { wrong: 'impact' }
  if (read.urgency === undefined) return { wrong: 'urgency' }
  return { impact: read.impact, urgency: read.urgency }
}

/** Wall clock of a date as each person of GLPI chooses to see it: 2026-01-31 08:15, 31-01-2026 08:15 or 01-31-2026. */
export function glpiDate(cell: string): string | null | undefined {
  if (cell === '') return null
  const parts = /^(\d{1,4})[-/](\d{1,2})[-/](\d{1,4})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(
    cell.trim(),
  )
  if (parts === null) return undefined
  const [, a = '', b = '', c = '', hour = '0', minute = '00', second = '00'] = parts
  const [year, month, day] = a.length === 4 ? [a, b, c] : Number(b) > 12 ? [c, a, b] : [c, b, a]
  const text = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}:${second}`
  const read = new Date(`${text}Z`)
  return Number.isNaN(read.getTime()) || read.toISOString().slice(0, 19) !== text ? undefined : text
}

/** Rich text of GLPI as plain text. It is shown as text alone: this is about reading, not about safety. */
export const glpiText = (cell: string): string =>
  cell
    .replaceAll(/<\/?(?:p|br|div|li)\b[^>]*>/gi, '\n')
    .replaceAll(/<[a-z/][^>]*>/gi, '')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
    .slice(0, 8000)
