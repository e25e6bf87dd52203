import type { Sweep } from '../../platform/jobs/job.ts'
import type { MetricStore } from '../../platform/metrics/metric-store.ts'
import { backupRepo } from './backup.repo.ts'
import { stepCampaign } from './campaign-step.ts'
import type { FileDeps } from './file-urls.ts'
import { preparationRepo } from './preparation.repo.ts'
import { stepRepo } from './step.repo.ts'
import { uploadRepo } from './upload.repo.ts'
import { compareUpgradedLines } from './upgraded-lines.ts'
import { upgradedLinesRepo } from './upgraded-lines.repo.ts'

/** Campaigns advance by the clock: all step state is in the database, so any worker can take it. */
export function otaSweeps(deps: FileDeps): Sweep[] {
  return [
    {
      name: 'campaign.step',
      everySeconds: 5,
      async run({ scopes, log, signal }) {
        for (const { company_id: companyId, campaign_id: id } of await stepRepo.due(scopes)) {
          if (signal.aborted) return
          try {
            await scopes.withCompany(companyId, ({ db }) => stepCampaign(deps, db, companyId, id))
          } catch (error) {
            // One failing campaign does not block the others.
            log.error({ err: error, campaignId: id }, 'a step of a campaign failed')
          }
        }
      },
    },
    {
      name: 'campaign.lost',
      everySeconds: 30,
      run: ({ scopes }) => preparationRepo.failLost(scopes),
    },
    {
      name: 'backup.prune',
      everySeconds: 3_600,
      run: ({ scopes }) => backupRepo.prune(scopes),
    },
    {
      name: 'firmware_upload.sweep',
      everySeconds: 600,
      run: ({ scopes }) => uploadRepo.sweep(scopes),
    },
  ]
}

/** Apart from the steps, which wait for no other server. */
export function linesSweep(store: MetricStore): Sweep {
  return {
    name: 'campaign.lines',
    everySeconds: 300,
    async run({ scopes, log, signal }) {
      for (const { company_id: companyId, campaign_id: campaignId } of await upgradedLinesRepo.campaigns(
        scopes,
      )) {
        if (signal.aborted) return
        try {
          await compareUpgradedLines(scopes, store, { companyId, campaignId, signal })
        } catch (error) {
          log.error({ err: error, campaignId }, 'lines of upgraded gateways could not be compared')
        }
      }
    },
  }
}
