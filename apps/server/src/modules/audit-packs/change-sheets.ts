import { type CommandRow, contentRepo, type UpgradeRow, type VersionRow } from './content.repo.ts'
import { inBatches } from './in-batches.ts'
import type { PackSheet, SheetSource } from './pack-sheet.ts'

/** Commands that changed gateways, then running configurations that differ from the one before. */
export function configurationSheet({ read, pack, words: { t, time, named } }: SheetSource): PackSheet {
  const result = (failed: boolean) => t(`audit.results.${failed ? 'failed' : 'done'}`)
  return {
    heading: ['at', 'device', 'change', 'result', 'by', 'company', 'lines'].map((key) =>
      t(`auditPacks.changes.${key}`),
    ),
    batches: (async function* () {
      yield* inBatches(
        (last: CommandRow | undefined) =>
          read((inside) => contentRepo.commands(inside, pack, last?.id ?? '0')),
        (row) => [
          [
            time(row.at),
            row.device,
            named(`devices.command.kinds.${row.command}`, row.command),
            result(row.failed),
            row.by,
            row.byCompany,
            null,
          ],
        ],
      )
      yield* inBatches(
        (last: VersionRow | undefined) =>
          read((inside) => contentRepo.versions(inside, pack, last?.id ?? '0')),
        (row) => [
          [time(row.at), row.device, t('auditPacks.changes.version'), result(false), row.by, null, row.lines],
        ],
      )
    })(),
  }
}

export function firmwareSheet({ read, pack, words: { t, time } }: SheetSource): PackSheet {
  const first = { campaignId: '0', deviceId: '0' }
  return {
    heading: ['at', 'device', 'campaign', 'fromVersion', 'toVersion', 'result', 'by', 'fault'].map((key) =>
      t(`auditPacks.changes.${key}`),
    ),
    batches: inBatches(
      (last: UpgradeRow | undefined) => read((inside) => contentRepo.upgrades(inside, pack, last ?? first)),
      (row) => [
        [
          time(row.at),
          row.device,
          row.campaign,
          row.fromVersion,
          row.version,
          t(`ota.targetStates.${row.rollback === 'done' ? 'rolled_back' : row.state}`),
          row.by,
          row.fault,
        ],
      ],
    ),
  }
}
