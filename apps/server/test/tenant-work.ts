import { tenantJobs, tenantSweeps } from '../src/modules/organisations/index.ts'
import type { TestApp } from './test-app.ts'

const tools = (t: TestApp) => ({ scopes: t.scopes, log: t.log, signal: new AbortController().signal })

/** Processes pending tenant work as a worker would: notices to administrators, exports. */
export async function workTenants(t: TestApp): Promise<void> {
  const jobs = tenantJobs(t)
  for (;;) {
    const { rows } = await t.adminPool.query<{ task: string; payload: { companyId: string } }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks k
       where k.id = j.task_id and k.identifier in ('company.notice', 'company.export', 'account.freed')
       returning k.identifier as task, j.payload`,
    )
    if (rows.length === 0) return
    for (const { task, payload } of rows) await jobs[task]!(payload, tools(t))
  }
}

/** Runs one tenant sweep once, as the schedule would. */
export async function sweepTenants(t: TestApp, name: 'company.warn' | 'company.delete'): Promise<void> {
  await tenantSweeps()
    .find((one) => one.name === name)!
    .run(tools(t))
}
