import { isRecord, itemsOf, type PlainConversation, type PlainResult } from './plain-conversation.ts'
import { placeIn } from './plain-plan.ts'
import { fieldName, fieldNames, sentence, titleOf, valueName } from './plain-words.ts'

type Row = Readonly<Record<string, unknown>>

/** Rows of a table: more is for the list page. */
const mostRows = 8
const mostFields = 12

/** Columns of lists after the link to the thing; other lists show the first fields that have a name. */
const columns: Readonly<Record<string, readonly string[]>> = {
  find_outlets: ['score', 'devices', 'online', 'offline'],
  find_devices: ['type', 'presence', 'outletName', 'modelName', 'lastSeenAt'],
  find_lines: ['outletName', 'ispName', 'state', 'day.rttMs', 'day.lossPercent', 'dayTarget'],
  find_alarms: ['severity', 'outletName', 'raisedAt', 'acknowledgedBy'],
  find_orders: ['priority', 'state', 'outletName', 'assigneeName', 'resolveDue'],
  outages: ['outletName', 'beganAt', 'endedAt', 'downMinutes', 'cause'],
}

/** An answer from results alone: fields as a list or a table, whose first cell leads to the thing. */
export function answerOf(conversation: PlainConversation): string {
  const { question, language, recipe, results } = conversation
  const say = (key: Parameters<typeof sentence>[1], given?: Readonly<Record<string, string>>) =>
    sentence(language, key, given)
  if (results.length === 0) return `${say('help')}\n\n${say('sign')}`
  const place = placeIn(question)
  const nowhere = place !== null && results.some(({ tool, data }) => tool === 'find_outlets' && isEmpty(data))
  const opening = /为什么|为何|原因|\bwhy\b|cause/i.test(question) || /^(?:explain|find what)/.test(recipe)
  const writing = /^(?:draft|write|summarise)/.test(recipe)
  return [
    ...(nowhere ? [say('absent', { name: place })] : []),
    ...(opening ? [say('noCause')] : []),
    ...(writing ? [say('noText')] : []),
    ...results
      .filter(({ tool }) => !(tool === 'find_outlets' && place !== null))
      .map((result) => part(result, conversation)),
    say('sign'),
  ].join('\n\n')
}

const isEmpty = (data: unknown): boolean =>
  isRecord(data) && Array.isArray(data['items']) && data['items'].length === 0

function part({ tool, data }: PlainResult, conversation: PlainConversation): string {
  const { language } = conversation
  if (tool.startsWith('propose_') && isRecord(data) && data['error'] === undefined)
    return sentence(language, 'proposed')
  const title = `**${titleOf(language, tool)}**`
  if (isRecord(data) && typeof data['error'] === 'string')
    return `${title}\n\n${sentence(language, 'failed')}${plain(textOf(data['message'] ?? data['error']))}`
  if (!isRecord(data)) return `${title}\n\n${sentence(language, 'unreadable')}`
  if (tool === 'search')
    return Object.entries(data)
      .filter(([, list]) => itemsOf(list).length > 0)
      .map(([name, list]) => listPart(`find_${name}`, list, conversation))
      .join('\n\n')
  if (Array.isArray(data['items'])) return listPart(tool, data, conversation)
  return thingPart(tool, data, conversation)
}

function listPart(tool: string, data: unknown, conversation: PlainConversation): string {
  const { language } = conversation
  const rows = itemsOf(data).slice(0, mostRows)
  const title = `**${titleOf(language, tool)}**`
  if (rows.length === 0) return `${title}\n\n${sentence(language, 'empty')}`
  const total = isRecord(data) ? data['total'] : undefined
  const count =
    total === undefined
      ? ''
      : `：${sentence(language, 'count', { total: textOf(total), shown: String(rows.length) })}`
  return `${title}${language === 'en' ? count.replace('：', ': ') : count}\n\n${table(tool, rows, conversation)}`
}

function table(tool: string, rows: readonly Row[], conversation: PlainConversation): string {
  const { language } = conversation
  const shown = (columns[tool] ?? fieldNames.filter((field) => field !== 'name')).filter((field) =>
    rows.some((row) => isShown(valueAt(row, field))),
  )
  const fields = shown.slice(0, 6)
  const linked = rows.map((row) => linkOf(tool, row))
  const first = linked.some((link) => link !== null)
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line([...(first ? [titleOf(language, tool)] : []), ...fields.map((field) => fieldName(language, field))]),
    line([...(first ? ['---'] : []), ...fields.map(() => '---')]),
    ...rows.map((row, at) =>
      line([
        ...(first ? [linked[at] ?? '—'] : []),
        ...fields.map((field) => cell(valueAt(row, field), conversation)),
      ]),
    ),
  ].join('\n')
}

function thingPart(tool: string, data: Row, conversation: PlainConversation): string {
  const { language } = conversation
  const link = linkOf(tool, data)
  const head = `**${titleOf(language, tool)}**${link === null ? '' : ` ${link}`}`
  const fields = fieldNames
    .filter((field) => field !== 'name' && isShown(valueAt(data, field)))
    .slice(0, mostFields)
    .map(
      (field) =>
        `- ${fieldName(language, field)}${language === 'zh' ? '：' : ': '}${cell(valueAt(data, field), conversation)}`,
    )
  const lines = tool === 'outlet' ? itemsOf({ items: data['lines'] }) : []
  return [
    head,
    fields.length > 0 ? fields.join('\n') : sentence(language, 'none'),
    ...(lines.length > 0 ? [table('find_lines', lines.slice(0, mostRows), conversation)] : []),
  ].join('\n\n')
}

const kinds: Readonly<Record<string, string>> = {
  find_outlets: 'outlet',
  find_lines: 'line',
  find_alarms: 'alarm',
  find_orders: 'order',
  outages: 'line',
  notes: 'note',
}

/** Only what a result has both an id and a name of. */
function linkOf(tool: string, row: Row): string | null {
  const kind =
    tool === 'find_devices' || tool === 'device'
      ? row['type'] === 'smart_cpe'
        ? 'gateway'
        : 'device'
      : (kinds[tool] ?? tool)
  const id = tool === 'outages' ? row['lineId'] : row['id']
  const name = nameOf(kind, tool, row)
  if (typeof name !== 'string' || typeof id !== 'string' || !/^[1-9]\d*$/.test(id)) return null
  return known.has(kind) ? `[${plain(name).replaceAll(/[[\]]/g, '')}](${kind}:${id})` : plain(name)
}

const known = new Set([
  'outlet',
  'device',
  'gateway',
  'line',
  'alarm',
  'order',
  'note',
  'template',
  'company',
])

function nameOf(kind: string, tool: string, row: Row): unknown {
  if (kind === 'alarm') return [row['ruleName'], row['subjectName']].filter(Boolean).join(' · ')
  if (kind === 'order') return `#${textOf(row['number'])} ${textOf(row['title'])}`
  return tool === 'outages' ? row['lineName'] : (row['name'] ?? row['title'])
}

function valueAt(row: Row, field: string): unknown {
  if (field === 'ispName') return row['ispName'] ?? row['isp']
  return field.split('.').reduce<unknown>((value, key) => (isRecord(value) ? value[key] : undefined), row)
}

/** Lists and what a thing consists of are left out. Null is data: there was nothing to measure. */
const isShown = (value: unknown): boolean => value !== undefined && typeof value !== 'object'

function cell(value: unknown, { language, timeZone }: PlainConversation): string {
  if (value === undefined) return ''
  if (value === null) return sentence(language, 'noData')
  if (typeof value === 'number') return String(Number(value.toFixed(2)))
  if (typeof value !== 'string') return valueName(language, textOf(value))
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value))
    return plain(/^[a-z_]+$/.test(value) ? valueName(language, value) : value)
  const parts = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(value),
  )
  return parts.slice(5)
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Text of results within a table: it stays text. */
const plain = (text: string): string =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll('|', '/')
    .replaceAll(/[`<>*]/g, ' ')
    .slice(0, 300)
