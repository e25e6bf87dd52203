import { diagnosticJobs } from '../src/modules/diagnostics/index.ts'
import type { AcsFixture } from './acs-fixture.ts'
import { oneSession } from './one-session.ts'

/** Runs the worker's diagnostic jobs, for one company or all, once each. Returns their number. */
export async function runDiagnosticJobs(f: AcsFixture, companyId: string | null = null): Promise<number> {
  const jobs = await f.sql<{ task: string; payload: { companyId: string } }>(
    `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
     where k.id = j.task_id and k.identifier in ('diagnostic.read', 'device.check_step')
       and coalesce(j.payload->>'companyId' = $1, true) returning k.identifier as task, j.payload`,
    [companyId],
  )
  const handlers = diagnosticJobs({
    secrets: f.t.secrets,
    acsUrl: () => f.url,
    publicHost: () => 'www.example.com',
  })
  for (const { task, payload } of jobs) {
    await handlers[task]!(payload, { scopes: f.t.scopes, log: f.t.log, signal: new AbortController().signal })
  }
  return jobs.length
}

/** On a busy machine. */
const patience = 20_000

/** A gateway that has called in, in a company of its own unless one is passed. */
export async function onlineGateway(
  f: AcsFixture,
  options: Parameters<AcsFixture['gateway']>[0] = {},
  given?: Awaited<ReturnType<AcsFixture['company']>>,
) {
  const company = given ?? (await f.company())
  const { id: companyId, admin, username, password } = company
  const gateway = f.gateway({ username, password, timeScale: 0.01, diagnosticSeconds: 1, ...options })
  gateway.start()
  await gateway.waitFor((g) => g.state.sessions >= 1, patience)
  await oneSession(gateway)
  const device = await f.deviceOf(gateway)
  return { company, companyId, admin, gateway, deviceId: String(device!['id']) }
}
