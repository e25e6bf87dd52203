import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const features = fileURLToPath(new URL('../../web/src/features', import.meta.url))

/** Lists of what others do, or of the parts of one thing: nothing begins them here. */
const beginElsewhere = [
  'acting/access-list.tsx',
  'audit/audit-log.tsx',
  'diagnostics/diagnostic-batch.tsx',
  'discovery/find-list.tsx',
  'inventory/snapshot-comparison.tsx',
  'inventory/snapshot-contents.tsx',
  'lines/outage-list.tsx',
  'lines/test-batch.tsx',
  'lines/test-list.tsx',
  'orders/openings/opening-detail.tsx',
  'ota/programme-detail.tsx',
  'ota/target-list.tsx',
  'platform-health/company-series.tsx',
  'platform-health/failed-deliveries.tsx',
  'platform-health/late-polls.tsx',
  'registrations/registrations.tsx',
  'statements/statement-list.tsx',
  'workbench/done-list.tsx',
  'workbench/todo-list.tsx',
  'zabbix/host-list.tsx',
]

const sources = readdirSync(features, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx'))
  .map((file) => ({ file, text: readFileSync(join(features, file), 'utf8') }))
const lists = sources.filter(({ text }) => /<ListPage\b/.test(text))

test('an empty list says what it is for and carries the button that begins it', () => {
  expect(lists.length).toBeGreaterThan(20)
  const offenders = lists.filter(({ file, text }) => !beginElsewhere.includes(file) && !complete(text))
  expect(offenders.map(({ file }) => file)).toEqual([])
})

/** An empty state of the file has a hint and an action, or is the component that brings both. */
function complete(text: string): boolean {
  if (text.includes('<FirstGateway')) return true
  return text
    .split('<EmptyState')
    .slice(1)
    .some((state) => {
      const props = state.slice(0, state.search(/\/>\s*(?:\)|\}|\n)/))
      return props.includes('hint=') && props.includes('action=')
    })
}
