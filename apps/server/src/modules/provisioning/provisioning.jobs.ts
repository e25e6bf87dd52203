import type { JobHandler, JobTools, Sweep } from '../../platform/jobs/job.ts'
import { compareGateways } from './compare-gateways.ts'
import { noteInformedDrift } from './informed-drift.ts'
import { previewAllRepo } from './preview-all.repo.ts'
import { PreviewTally } from './preview-tally.ts'
import { readableOf } from './readable.ts'
import { readRepo } from './reads.repo.ts'
import { rolloutRepo } from './rollout.repo.ts'
import { templateRepo } from './template.repo.ts'

const portion = 500

/**
 * Each visits the companies that a template may reach, one scope after the other:
 * `provision.spread` {templateId, before, version}: queues a template's changes for its gateways;
 * `provision.refit` {}: the same for one company whose templates from above have changed;
 * `provision.try`, `provision.untry` {rolloutId}: chooses the gateways of a rollout, or ends their trial;
 * `provision.preview` {templateId, version}: counts what a version would change.
 */
export function provisioningJobs(): Record<string, JobHandler> {
  return {
    'provision.spread': async ({ companyId, templateId, before, version }, tools) => {
      const versions = [Number(before), Number(version)] as const
      for (const one of await reached(tools, companyId, String(templateId))) {
        await inPortions(tools, one, (db, after) =>
          templateRepo.spread({ db }, String(templateId), versions, after, portion),
        )
      }
    },

    /** {deviceId}: the gateway reported values that its templates declare. */
    'provision.informed': ({ companyId, deviceId }, { scopes }) =>
      scopes.withCompany(companyId, ({ db }) => noteInformedDrift(db, String(deviceId))),

    'provision.refit': ({ companyId }, tools) =>
      inPortions(tools, companyId, (db, after) => templateRepo.refit({ db }, after, portion)),

    'provision.try': async ({ companyId, rolloutId }, tools) => {
      await chooseGateways(tools, companyId, String(rolloutId))
      // A concurrent end did not see the gateways chosen just then.
      await endTrials(tools, companyId, String(rolloutId))
    },

    'provision.untry': ({ companyId, rolloutId }, tools) => endTrials(tools, companyId, String(rolloutId)),

    'provision.preview': ({ companyId, templateId, version }, tools) =>
      countChanges(tools, companyId, String(templateId), Number(version)),
  }
}

type Db = Parameters<Parameters<JobTools['scopes']['withCompany']>[1]>[0]['db']

const reached = ({ scopes }: JobTools, companyId: string, templateId: string) =>
  scopes.withCompany(companyId, ({ db }) => templateRepo.companies({ db }, templateId))

/** One transaction per portion. Another worker restarts: marking as due is idempotent. */
async function inPortions(
  { scopes, signal }: JobTools,
  companyId: string,
  work: (db: Db, after: string) => Promise<string | null>,
): Promise<void> {
  let after: string | null = '0'
  while (after !== null) {
    if (signal.aborted) throw new Error('stopped before the end')
    const from: string = after
    after = await scopes.withCompany(companyId, ({ db }) => work(db, from))
  }
}

/** A share per company, so that a rollout covers all kinds of outlets. */
async function chooseGateways(tools: JobTools, companyId: string, rolloutId: string): Promise<void> {
  const { scopes } = tools
  const inCompany = <T>(id: string, work: (db: Db) => Promise<T>) =>
    scopes.withCompany(id, ({ db }) => work(db))
  const rollout = await inCompany(companyId, (db) => rolloutRepo.find({ db }, rolloutId))
  if (rollout?.state !== 'trying' || rollout.devices !== null) return
  const { template_id: templateId, version } = rollout
  const companies: { id: string; matching: number }[] = []
  for (const id of await reached(tools, companyId, templateId)) {
    companies.push({
      id,
      matching: await inCompany(id, (db) => rolloutRepo.matching({ db }, templateId, version)),
    })
  }
  const total = companies.reduce((sum, { matching }) => sum + matching, 0)
  const wanted = rollout.wanted ?? Math.max(1, Math.ceil((total * (rollout.wanted_percent ?? 0)) / 100))
  // Chosen by an earlier run that did not finish.
  const before = await inCompany(companyId, (db) => rolloutRepo.outcomes({ db }, rolloutId))
  let chosen = before.waiting + before.done + before.failed
  for (const { id, matching } of companies) {
    const share = Math.min(wanted - chosen, Math.ceil((wanted * matching) / total))
    if (share > 0) chosen += await inCompany(id, (db) => rolloutRepo.begin({ db }, rolloutId, share))
  }
  await inCompany(companyId, (db) => rolloutRepo.chosen({ db }, rolloutId, chosen))
}

/** Does nothing while it continues. */
async function endTrials(tools: JobTools, companyId: string, id: string): Promise<void> {
  const rollout = await tools.scopes.withCompany(companyId, ({ db }) => rolloutRepo.find({ db }, id))
  if (rollout === undefined || rollout.ended_at === null) return
  for (const one of await reached(tools, companyId, rollout.template_id)) {
    await inPortions(tools, one, async (db) =>
      (await rolloutRepo.finish({ db }, id, portion)) === portion ? '' : null,
    )
  }
}

async function countChanges(
  tools: JobTools,
  companyId: string,
  templateId: string,
  version: number,
): Promise<void> {
  const counted: Counting = { matching: 0, compared: 0, unread: [], tally: new PreviewTally() }
  const keep = (state: 'running' | 'done' | 'failed') =>
    tools.scopes.withCompany(companyId, async ({ db }) => {
      const { tally, ...far } = counted
      const found = tally.found(await templateRepo.owners({ db }, tally.contradicting()))
      return previewAllRepo.update({ db }, templateId, version, { ...far, found }, state)
    })
  try {
    await countInto(counted, tools, { companyId, templateId, version }, keep)
  } catch (error) {
    // Work that another worker resumes has not failed. If this cannot be recorded either, the sweep detects
    // it.
    if (!tools.signal.aborted) await keep('failed').catch(() => false)
    throw error
  }
}

interface Counting {
  matching: number
  compared: number
  unread: string[]
  tally: PreviewTally
}

async function countInto(
  counted: Counting,
  tools: JobTools,
  { companyId, templateId, version }: { companyId: string; templateId: string; version: number },
  keep: (state: 'running' | 'done') => Promise<boolean>,
): Promise<void> {
  const { scopes } = tools
  const wanted = await scopes.withCompany(companyId, ({ db }) =>
    previewAllRepo.findVersion({ db }, templateId, version),
  )
  if (!wanted) return
  const answered = await scopes.withCompany(companyId, ({ db }) =>
    readRepo.answered({ db }, templateId, version),
  )
  const companies = await reached(tools, companyId, templateId)
  for (const one of companies) {
    counted.matching += await scopes.withCompany(one, ({ db }) =>
      rolloutRepo.matching({ db }, templateId, version),
    )
  }
  let there = await keep('running')
  for (const one of companies) {
    if (!there) return
    await inPortions(tools, one, async (db, after) => {
      const devices = await previewAllRepo.candidates({ db }, templateId, version, after, portion)
      const compared = await compareGateways({ db }, devices, wanted)
      for (const gateway of compared) counted.tally.add(gateway)
      counted.compared += compared.length
      const unread = readableOf(compared, answered).map(({ id }) => id)
      counted.unread.push(...unread.slice(0, portion - counted.unread.length))
      return devices.length === portion ? (devices.at(-1)?.id ?? null) : null
    })
    there = await keep('running')
  }
  await keep('done')
}

export function provisioningSweeps(): Sweep[] {
  return [
    {
      name: 'provision.due',
      everySeconds: 15,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted && (await templateRepo.queueDue(scopes, portion)) === portion);
      },
    },
    {
      name: 'provision.lost_previews',
      everySeconds: 30,
      run: ({ scopes }) => previewAllRepo.failLost(scopes),
    },
  ]
}
