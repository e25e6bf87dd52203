import { expect, test } from 'vitest'
import { createLogger } from '../../platform/log.ts'
import type { ExchangeRow } from './acs-rows.ts'
import type { AcsRepo } from './acs.repo.ts'
import { Exchanges } from './exchanges.ts'

test('a secret is masked in UTF-16, too', async () => {
  const written: ExchangeRow[] = []
  const repo = { exchanges: async (rows: ExchangeRow[]) => void written.push(...rows) } as unknown as AcsRepo
  const exchanges = new Exchanges(repo, createLogger('silent'))
  const envelope = '<Name>Device.ManagementServer.Password</Name><Value>hunter2</Value>'
  const body = Buffer.from(envelope, 'utf16le').toString('utf8')
  exchanges.add(
    { device_id: '1', company_id: '2' },
    [
      {
        at: 0,
        direction: 'received',
        method: 'Inform',
        failed: false,
        reason: null,
        body,
        bytes: body.length,
      },
    ],
    false,
  )
  await exchanges.close()
  expect(written).toHaveLength(1)
  expect(written[0]!.body).toContain('ManagementServer.Password')
  expect(written[0]!.body).not.toContain('hunter2')
})
