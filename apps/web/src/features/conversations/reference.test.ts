import { referenceKinds } from '@netward/contract/conversation-values'
import { expect, test } from 'vitest'
import { referencePath, referenceTarget, subjectOf } from './reference.ts'

test.each([
  ['outlet:12', '/outletManagement/outlets/12'],
  ['alarm:7', '/operationsMonitoring/alarms/7'],
  ['template:9', '/equipmentManagement/templates?template=9'],
  ['https://evil.example', null],
  ['javascript:alert(1)', null],
  ['outlet:../../x', null],
  ['outlet:0', null],
  ['', null],
])('%s leads to %s', (target, path) => {
  expect(referenceTarget(target)).toBe(path)
})

test('what a page is about leads back to it', () => {
  for (const kind of referenceKinds.filter((one) => !['note', 'template'].includes(one)))
    expect(subjectOf(referencePath(kind, '5'), {})).toEqual({ kind, id: '5' })
  expect(subjectOf('/equipmentManagement/templates', { template: '5' })).toEqual({
    kind: 'template',
    id: '5',
  })
  expect(subjectOf('/operationsMonitoring/lines/outages', {})).toBeNull()
  expect(subjectOf('/workOrder/list/5/print', {})).toEqual({ kind: 'order', id: '5' })
})
