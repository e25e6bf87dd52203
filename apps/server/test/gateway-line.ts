import { gatewayPingJobs } from '../src/modules/line-tests/gateway/gateway-pings.ts'
import { lineTestJobs } from '../src/modules/line-tests/line-tests.jobs.ts'
import type { AcsFixture } from './acs-fixture.ts'
import { onlineGateway } from './diagnosed-gateway.ts'

export const ofJobs = (f: AcsFixture) => ({
  scopes: f.t.scopes,
  log: f.t.log,
  signal: new AbortController().signal,
})

/** A gateway that called in, and an internet line without an address that it carries. */
export async function gatewayLine(f: AcsFixture, options: Parameters<AcsFixture['gateway']>[0] = {}) {
  const online = await onlineGateway(f, options)
  const { companyId, deviceId, admin } = online
  await f.sql(`update product set state = 'normal' where code = 'link_testing'`)
  await f.sql(`update company set products = products || array['link_testing'] where id = $1`, [companyId])
  const outletId = (await admin.call('POST /api/v1/outlet', { name: 'Pudong' })).data.id
  const lineId = await addGatewayLine(f, outletId, deviceId, 'WAN')
  return { ...online, outletId, lineId }
}

export async function addGatewayLine(
  f: AcsFixture,
  outletId: string,
  deviceId: string,
  name: string,
  wan = '',
): Promise<string> {
  const [row] = await f.sql<{ id: string }>(
    `insert into internet_line (company_id, outlet_id, name, isp, type, down_mbps, up_mbps, device_id, wan_name)
     select company_id, id, $3, 'telecom', 'broadband', 100, 20, $2, $4 from outlet where id = $1 returning id::text`,
    [outletId, deviceId, name, wan],
  )
  return row!.id
}

/** Runs the worker's jobs of tests of lines, once each. Returns their number. */
export async function runLineJobs(f: AcsFixture, companyId: string): Promise<number> {
  const jobs = await f.sql<{ task: string; payload: { companyId: string } }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
     where k.id = j.task_id and k.identifier in ('line.pinged', 'line_test.measured') and j.payload->>'companyId' = $1
     returning k.identifier as task, j.payload`,
    [companyId],
  )
  const handlers = { ...gatewayPingJobs, ...lineTestJobs }
  for (const { task, payload } of jobs) await handlers[task]!(payload, ofJobs(f))
  return jobs.length
}
