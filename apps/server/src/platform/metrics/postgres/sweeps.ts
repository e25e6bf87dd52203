import type { Sweep } from '../../jobs/job.ts'
import { endSeries } from '../intake/end-series.ts'
import { packPolls } from './packer.ts'
import { packingRepo } from '../intake/packing.repo.ts'

const blocksAtOnce = 200
const batchesAtOnce = 10_000

/** What keeps both stores in order: partitions, retention, deletion, series that ended. */
export function commonSweeps(): Sweep[] {
  return [
    {
      name: 'metrics.partitions',
      everySeconds: 3600,
      run: async ({ scopes, signal }) => {
        await packingRepo.makePartitions(scopes)
        while (!signal.aborted && (await packingRepo.dropPartition(scopes)));
        while (!signal.aborted && (await packingRepo.forgetBatches(scopes, batchesAtOnce)) === batchesAtOnce);
      },
    },
    {
      name: 'metrics.delete',
      everySeconds: 60,
      run: async ({ scopes, signal }) => {
        while (!signal.aborted && (await packingRepo.deleteGone(scopes, blocksAtOnce)));
      },
    },
    {
      name: 'metrics.end',
      everySeconds: 6 * 3600,
      run: ({ scopes, signal }) => endSeries(scopes, signal),
    },
  ]
}

export function packingSweep(): Sweep {
  return {
    name: 'metrics.pack',
    everySeconds: 60,
    run: async ({ scopes, signal }) => void (await packPolls(scopes, Date.now(), signal)),
  }
}
