import { expect, test } from 'vitest'
import type { AcsRepo } from './acs.repo.ts'
import { LearnedRows } from './learned-rows.ts'

const value = (name: string, text: string) => ({ name, value: text, type: 'string' })

test('the address of a WAN is found where its interface and the layer below come with different answers', async () => {
  const rows = new LearnedRows({} as AcsRepo, '1')
  await rows.add(
    [
      value('Device.IP.Interface.2.Status', 'Up'),
      value('Device.IP.Interface.2.LowerLayers', 'Device.Ethernet.Link.2'),
    ],
    {},
  )
  await rows.add([value('Device.Ethernet.Link.2.MACAddress', '02:C3:D4:00:00:21')], {})
  expect(rows.take().reported).toEqual({ macAddress: '02:c3:d4:00:00:21' })
  expect(rows.take().reported).toEqual({})
})
